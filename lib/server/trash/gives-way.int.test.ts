import { lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tarHeader, tarPadding } from "@/lib/shared/tar";
import type { EntryName } from "@/lib/shared/paths";
import { copyEntries, removeEntries } from "@/lib/server/file/change-trees";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { saveText } from "@/lib/server/file/save-text";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { useTrashHost } from "@/lib/server/storage/sftp/sftp-trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { receiveMany } from "@/lib/server/upload/receive-many";
import { keepOverwritten } from "./keep-overwritten";
import { keepVersions } from "./keep-versions";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { endUploads } from "./upload-runs";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const run = "ABCDEFGHIJKLMNOP";
const large = 300_000;
type Between = () => Promise<unknown>;
type Upload = (ctx: Ctx, name: string, sent: { text: string; between?: Between }) => Promise<{ isNew?: boolean }>;

/** The text and much more, in two halves; something else happens while it comes. */
async function* slowly(text: string, between: Between = async () => {}) {
  yield Buffer.from(text);
  await between();
  yield Buffer.alloc(large - text.length, "x");
}

async function* tarOf(name: string, text: string, between?: Between) {
  yield Buffer.from(tarHeader({ name, type: "0", sizeBytes: large, mtimeMs: 0 }));
  yield* slowly(text, between);
  yield Buffer.alloc(tarPadding(large) + 1_024);
}

const uploads: Record<string, Upload> = {
  "a form": (ctx, name, { text, between }) =>
    keepOverwritten(at(name), { ctx, run }, (keeping) =>
      ctx.storage.write(at(name), slowly(text, between), { conflict: "replace", ...keeping }),
    ),
  "bare bytes": (ctx, name, { text, between }) =>
    keepVersions(ctx).during((keeping) =>
      ctx.storage.write(at(name), slowly(text, between), { conflict: "replace", ...keeping }),
    ),
  async "many in one"(ctx, name, { text, between }) {
    const gate = {
      storage: ctx.storage,
      maxBytes: null,
      overwriting: ((file, work) => keepOverwritten(file, { ctx, run }, work)) satisfies Parameters<
        typeof receiveMany
      >[0]["overwriting"],
    };
    const source = tarOf(path.basename(name), text, between);
    const to = at(path.dirname(name));
    const report = await receiveMany(gate, { to, conflict: "replace", resume: false, source, maxEntries: 9 });
    expect(report.failures).toEqual([]);
    return {};
  },
  async "in parts"(ctx, name, { text, between }) {
    const target = { name: path.basename(name) as EntryName, conflict: "replace", mtimeMs: null } as const;
    const folder = at(path.dirname(name));
    const { id } = await ctx.storage.parts.create(folder, target, async () => {});
    const part = { folder, id };
    const options = { offset: 0, maxBytes: large, signal: ctx.signal };
    await ctx.storage.parts.append(part, slowly(text, between), options);
    await ctx.storage.parts.seal(part, target);
    await keepOverwritten(at(name), { ctx, run }, (keeping) => ctx.storage.parts.place(part, target, keeping));
    return {};
  },
};
const each = Object.entries(uploads);

function testGivesWay(place: () => { ctx: Ctx; onDisk: (name: string) => string }) {
  const tomOf = (ctx: Ctx): Ctx => ({ ...ctx, actor: actorOf("tom") });
  const save = (ctx: Ctx, name: string, text: string, ifMatch?: string) =>
    saveText({ path: at(name), context: "", is_sys_path: false, ...(ifMatch === undefined ? {} : { ifMatch }) }, ctx, {
      pieces: () => [text],
    });
  const plant = (name: string, text?: string) => {
    const file = place().onDisk(name);
    rmSync(path.dirname(file), { recursive: true, force: true });
    mkdirSync(path.dirname(file), { recursive: true });
    if (text !== undefined) writeFileSync(file, text);
  };
  const end = (started: { taskId: string }) => fixture.end(started, place().ctx);
  /** How each file begins that is anywhere: in its folder, or in a trash. */
  const all = () => {
    const top = place().onDisk("");
    return readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).subarray(0, 40).toString().split(".")[0]);
  };
  const startOf = (name: string) => readFileSync(place().onDisk(name)).subarray(0, 3).toString();

  test.each(each)("%s: what somebody saved while it came is kept, and comes back", async (how, upload) => {
    const { ctx } = place();
    plant("s/f", `old ${how}.`);
    const { isNew } = await upload(ctx, "s/f", {
      text: "new.",
      between: () => save(tomOf(ctx), "s/f", `tom ${how}.`),
    });
    expect([isNew ?? false, startOf("s/f")]).toEqual([false, "new"]);
    expect(all()).toEqual(expect.arrayContaining([`old ${how}`, `tom ${how}`]));
    const { id } = await endUploads({ run }, ctx);
    const undone = id === null ? null : await end(await undo({ id }, ctx));
    expect(undone?.failures ?? []).toEqual([]);
    expect(startOf("s/f")).toBe(how === "bare bytes" ? "new" : "tom");
  });

  test.each(each)("%s: so is what has taken the place of what was deleted, or of nothing", async (how, upload) => {
    const { ctx } = place();
    for (const old of [`deleted before ${how}.`, undefined]) {
      plant("d/f", old);
      const mark = `${old === undefined ? "made" : "made again"} ${how}`;
      const { isNew } = await upload(ctx, "d/f", {
        text: "new.",
        async between() {
          if (old !== undefined) await end(await removeEntries({ files: [at("d/f")], permanent: false }, ctx));
          await ctx.storage.write(at("d/f"), Buffer.from(`${mark}.`), { conflict: "fail" });
        },
      });
      expect([isNew ?? false, startOf("d/f")]).toEqual([false, "new"]);
      expect(all()).toContain(mark);
      await endUploads({ run }, ctx);
    }
  });

  test.each(each)("%s: what got another name while it came is kept by that alone", async (how, upload) => {
    const { ctx } = place();
    plant("r/f", `renamed ${how}.`);
    const { isNew } = await upload(ctx, "r/f", {
      text: "new.",
      between: () => renameEntry({ path: at("r/f"), newName: "g" as EntryName }, ctx),
    });
    expect([isNew ?? true, startOf("r/f")]).toEqual([true, "new"]);
    expect([lstatSync(place().onDisk("r/g")).nlink, (await endUploads({ run }, ctx)).count]).toEqual([1, 0]);
    expect(all().filter((text) => text === `renamed ${how}`)).toHaveLength(1);
  });

  test.each([...each, ["a save", (ctx, name, { text }) => save(ctx, name, text).then(() => ({}))] as [string, Upload]])(
    "%s: of two at the same moment both are there",
    async (how, upload) => {
      const { ctx } = place();
      const lost: string[] = [];
      for (let round = 0; round < 40; round++) {
        plant("two/f", "old.");
        const texts = ["one", "other"].map((which) => `${how} ${round} ${which}`);
        const [mine = "", toms = ""] = texts;
        await Promise.all([
          upload(ctx, "two/f", { text: `${mine}.` }),
          upload(tomOf(ctx), "two/f", { text: `${toms}.` }),
        ]);
        const found = new Set(all());
        lost.push(...texts.filter((text) => !found.has(text)));
        for (const who of [ctx, tomOf(ctx)]) await endUploads({ run }, who);
        await ctx.db.trash.deleteMany();
        rmSync(place().onDisk(".filedeck-trash"), { recursive: true, force: true });
      }
      expect(lost).toEqual([]);
    },
  );

  test("a copy over a file that somebody saves leaves what they saved in its place or in a trash", async () => {
    const { ctx } = place();
    const lost: number[] = [];
    for (let round = 0; round < 20; round++) {
      plant("to/f", "old.");
      plant("from/f", "copied.");
      const { etag } = await ctx.storage.stat(at("to/f"));
      const copying = copyEntries({ files: [at("from/f")], to: at("to"), conflict: "replace" }, ctx).then(end);
      const isSaved = await save(tomOf(ctx), "to/f", `saved ${round}.`, etag).then(
        () => true,
        () => false,
      );
      await copying;
      if (isSaved && !all().includes(`saved ${round}`)) lost.push(round);
    }
    expect(lost).toEqual([]);
  });

  test("what another program renames is not put aside either", async () => {
    const { ctx, onDisk } = place();
    plant("p/f", "theirs.");
    await keepOverwritten(at("p/f"), { ctx, run }, (keeping) =>
      ctx.storage.write(
        at("p/f"),
        slowly("new.", async () => renameSync(onDisk("p/f"), onDisk("p/g"))),
        { conflict: "replace", ...keeping },
      ),
    );
    expect([lstatSync(onDisk("p/g")).nlink, startOf("p/f")]).toEqual([1, "new"]);
  });
}

describe("what gives way on a disk", () => {
  testGivesWay(() => ({ ctx: fixture.ctx, onDisk: (name) => path.join(fixture.root, name) }));
});

const reason = whyNoSshd();
describe.skipIf(reason !== null)(`what gives way on a host${reason ?? ""}`, () => {
  const { onDisk, host } = useTrashHost();
  testGivesWay(() => ({ ctx: { ...fixture.ctx, storage: host().storage }, onDisk }));
});
