import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodePath } from "@/lib/shared/paths";
import { findKept } from "@/lib/server/entries/kept/kept-properties";
import { copyEntries, moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { joinPlace } from "@/lib/server/storage/scope";
import { useTrashHost } from "@/lib/server/storage/sftp/sftp-trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { keepOverwritten } from "./keep-overwritten";
import { emptyTrash } from "./purge-trash";
import { makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { endUploads } from "./upload-runs";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

/** What WebDAV clients keep with entries. The same on a disk and on a host. */
function testKept(place: () => { ctx: Ctx; onDisk: (name: string) => string }, isDisk: boolean) {
  const root = async () => (await place().ctx.storage.placeOf(at(""))).replace(/\/$/, "");
  async function plant(name: string, color: string) {
    mkdirSync(path.dirname(place().onDisk(name)), { recursive: true });
    writeFileSync(place().onDisk(name), color);
    const folder = encodePath(joinPlace(await root(), path.dirname(name)));
    const values = [{ namespace: "urn:z", name: "color", xml: color }];
    const row = { folder, name: path.basename(name), ownerId: "mia", values };
    await fixture.ctx.db.davProperty.create({ data: { ...row, updatedAt: new Date() } });
  }
  const colorOf = async (name: string) => (await findKept(fixture.ctx.db, joinPlace(await root(), name)))[0]?.xml;
  const end = (started: { taskId: string }) => fixture.end(started);
  const undone = async ({ id }: { id: string }) => (await end(await undo({ id }, place().ctx))).failures;

  test("goes to the trash with what is deleted, comes back with it, and goes when it is deleted for good", async () => {
    const { ctx } = place();
    const before = await ctx.db.davProperty.count();
    await plant("w/f", "red");
    await plant("w/sub/g", "blue");
    const files = ["w/f", "w/sub"].map((name) => at(name));
    const removed = await end(await removeEntries({ files, permanent: false }, ctx));
    expect([await colorOf("w/f"), await colorOf("w/sub/g")]).toEqual([undefined, undefined]);
    expect(await undone(removed)).toEqual([]);
    expect([await colorOf("w/f"), await colorOf("w/sub/g")]).toEqual(["red", "blue"]);
    await end(await removeEntries({ files, permanent: false }, ctx));
    await end(await emptyTrash({ all: false }, ctx));
    expect(await ctx.db.davProperty.count()).toBe(before);
  });

  test.each(["copy", "move"] as const)("is that of what a %s replaced when that is undone", async (verb) => {
    const { ctx } = place();
    await plant(`${verb}/f`, "red");
    await plant(`${verb}/to/f`, "black");
    await plant(`${verb}/d/g`, "green");
    await plant(`${verb}/to/d/g`, "white");
    const input = { files: [at(`${verb}/f`), at(`${verb}/d`)], to: at(`${verb}/to`) };
    const done = await end(
      await { copy: copyEntries, move: moveEntries }[verb]({ ...input, conflict: "replace" }, ctx),
    );
    expect(await colorOf(`${verb}/to/f`)).toBe(verb === "move" ? "red" : undefined);
    expect(await undone(done)).toEqual([]);
    expect([await colorOf(`${verb}/f`), await colorOf(`${verb}/to/f`)]).toEqual(["red", "black"]);
    const inMerged = [await colorOf(`${verb}/d/g`), await colorOf(`${verb}/to/d/g`)];
    // A host does not tell which files were replaced in merged folders.
    expect(isDisk ? inMerged : ["green", "white"]).toEqual(["green", "white"]);
    expect(readFileSync(place().onDisk(`${verb}/to/d/g`), "utf8")).toBe("white");
  });

  test("stays with a file that an upload overwrote, also when that is undone", async () => {
    const { ctx } = place();
    await plant("u/f", "red");
    const run = "ABCDEFGHIJKLMNOP";
    await keepOverwritten(at("u/f"), { ctx, run }, (keeping) =>
      ctx.storage.write(at("u/f"), Buffer.from("uploaded"), { conflict: "replace", ...keeping }),
    );
    expect(await colorOf("u/f")).toBe("red");
    const { id } = await endUploads({ run }, ctx);
    expect(await undone({ id: id ?? "" })).toEqual([]);
    expect([await colorOf("u/f"), readFileSync(place().onDisk("u/f"), "utf8")]).toEqual(["red", "red"]);
  });
}

describe("what is kept with entries of a disk", () => {
  testKept(() => ({ ctx: fixture.ctx, onDisk: (name) => path.join(fixture.root, name) }), true);
});

const reason = whyNoSshd();
describe.skipIf(reason !== null)(`what is kept with those of a host${reason ?? ""}`, () => {
  const { onDisk, host } = useTrashHost();
  testKept(() => ({ ctx: { ...fixture.ctx, storage: host().storage }, onDisk }), false);
});
