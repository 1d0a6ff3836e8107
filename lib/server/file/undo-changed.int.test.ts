import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Keeping } from "@/lib/server/storage/keeping";
import { useTrashHost } from "@/lib/server/storage/sftp/sftp-trash-fixture";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { setUndoableKinds } from "./undo-fixture";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { keepOverwritten } from "@/lib/server/trash/keep-overwritten";
import { endUploads } from "@/lib/server/trash/upload-runs";
import { undo } from "@/lib/server/undo/undo";
import { copyEntries, moveEntries } from "./change-trees";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const at = (text: string) => `r/${text}` as VirtualPath; // the fixture's root
const changed = (...paths: string[]) => paths.map((name) => ({ path: at(name), error: "file/changed" }));
const run = "ABCDEFGHIJKLMNOP";

/** As a resumable upload does it. */
async function inParts(
  { storage, signal }: Ctx,
  to: string,
  { name: text, keeping = { replaced: null } }: { name: string; keeping?: Keeping },
) {
  const target = { name: text as EntryName, conflict: "replace", mtimeMs: 1_500_000_000_000 } as const;
  const { id } = await storage.parts.create(at(to), target, async () => {});
  const part = { folder: at(to), id };
  const source = async function* source() {
    yield Buffer.from(`uploaded ${text}`);
  };
  await storage.parts.append(part, source(), { offset: 0, maxBytes: 100, signal });
  await storage.parts.seal(part, target);
  return storage.parts.place(part, target, keeping);
}

/** The same on a disk and on a host. */
function testUndo(place: () => { ctx: Ctx; onDisk: (name: string) => string }) {
  const read = (name: string) => readFileSync(place().onDisk(name), "utf8");
  const names = (name: string) => readdirSync(place().onDisk(name)).toSorted();
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(place().onDisk(name)), { recursive: true });
    writeFileSync(place().onDisk(name), text);
  };
  // A host tells times in seconds.
  const makeOld = (name: string) => utimesSync(place().onDisk(name), 1_500_000_000, 1_500_000_000);
  const undone = async (id: string) => {
    const task = await fixture.end(await undo({ id }, place().ctx));
    return task.failures.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  };
  const copy = async (ctx: Ctx, ...files: string[]) => {
    mkdirSync(place().onDisk("to"), { recursive: true });
    return fixture.end(await copyEntries({ files: files.map(at), to: at("to"), conflict: "fail" }, ctx));
  };

  test("uploads: a run that writes over a new file of its own leaves nothing to bring back, and what others put there is", async () => {
    const { ctx, onDisk } = place();
    mkdirSync(onDisk("up"), { recursive: true });
    const upload = (name: string, text: string) =>
      keepOverwritten(at(`up/${name}`), { ctx, run }, (keeping) =>
        ctx.storage.write(at(`up/${name}`), Buffer.from(text), { conflict: "replace", ...keeping }),
      );
    for (const text of ["first", "second", "third"]) await upload("new", text);
    expect(await endUploads({ run }, ctx)).toMatchObject({ id: null, count: 0 });
    expect(read("up/new")).toBe("third");
    await upload("made", "first");
    write("up/made", "somebody's");
    await upload("made", "second");
    const { id, count } = await endUploads({ run }, ctx);
    expect(count).toBe(1);
    expect(await undone(id ?? "")).toEqual([]);
    expect(read("up/made")).toBe("somebody's");
  });

  test("uploads: what somebody has saved or put there since stays, the rest is as it was", async () => {
    const { ctx, onDisk } = place();
    for (const name of ["f", "g", "h", "i"]) {
      write(`up/${name}`, `original ${name}`);
      const file = at(`up/${name}`);
      await keepOverwritten(file, { ctx, run }, (keeping) =>
        name === "h"
          ? inParts(ctx, "up", { name, keeping })
          : ctx.storage.write(file, Buffer.from(`uploaded ${name}`), { conflict: "replace", ...keeping }),
      );
    }
    const { id, count } = await endUploads({ run }, ctx);
    expect(count).toBe(4);
    write("up/f", "an hour of somebody's work");
    renameSync(onDisk("up/g"), onDisk("up/g-kept"));
    write("up/g", "a new file of somebody");
    renameSync(onDisk("up/i"), onDisk("up/i-kept"));
    expect(await undone(id ?? "")).toEqual(changed("up/f", "up/g"));
    expect(["f", "g", "g-kept", "h", "i", "i-kept"].map((name) => read(`up/${name}`))).toEqual([
      "an hour of somebody's work",
      "a new file of somebody",
      "uploaded g",
      "original h",
      "original i",
      "uploaded i",
    ]);
  });

  test("a copy: what is changed while the task still runs is not taken for its own", async () => {
    const { ctx } = place();
    for (const name of ["one", "two", "three"]) write(name, name);
    const storage: Ctx["storage"] = {
      ...ctx.storage,
      async copy(from, ...rest) {
        const result = await ctx.storage.copy(from, ...rest);
        if (from === at("one")) write("to/one", "somebody's text");
        return result;
      },
    };
    const { id } = await copy({ ...ctx, storage }, "one", "two", "three");
    expect(await undone(id)).toEqual(changed("to/one"));
    expect([names("to"), read("to/one")]).toEqual([["one"], "somebody's text"]);
  });

  test("a copied folder: what is changed or new in it stays with its folders, the rest goes", async () => {
    const { ctx, onDisk } = place();
    for (const name of ["a", "b", "sub/c", "same/d", "same/deep/e", "swapped/f"]) write(`proj/${name}`, "template");
    makeOld("proj/swapped/f");
    mkdirSync(onDisk("proj/none"));
    symlinkSync("a", onDisk("proj/link"));
    const { id } = await copy(ctx, "proj");
    write("to/proj/a", "filled in by somebody");
    write("to/proj/sub/new", "somebody's");
    mkdirSync(onDisk("to/proj/none/theirs"));
    rmSync(onDisk("to/proj/swapped/f"));
    write("to/proj/swapped/f", "TEMPLATE");
    expect(await undone(id)).toEqual(
      changed("to/proj/a", "to/proj/none/theirs", "to/proj/sub/new", "to/proj/swapped/f"),
    );
    expect([names("to/proj"), names("to/proj/sub"), read("to/proj/a"), read("to/proj/sub/new")]).toEqual([
      ["a", "none", "sub", "swapped"],
      ["new"],
      "filled in by somebody",
      "somebody's",
    ]);
  });

  test("a folder of many that nobody has touched goes as one", async () => {
    const { ctx, onDisk } = place();
    for (let index = 0; index < 90; index++) write(`many/${index % 7}/${index}`, `${index}`);
    symlinkSync("nowhere", onDisk("many/link"));
    mkdirSync(onDisk("many/none"));
    const { id } = await copy(ctx, "many");
    const where = { path: "r/to/many" };
    const before = await ctx.db.trash.count({ where });
    expect(names("to")).toContain("many");
    expect(await undone(id)).toEqual([]);
    expect(names("to")).not.toContain("many");
    expect(await ctx.db.trash.count({ where })).toBe(before + 1);
  });

  test("a move: another one of the name stays, what nobody touched comes back with all in it", async () => {
    const { ctx, onDisk } = place();
    for (const name of ["x", "y", "dir/z", "gone/z"]) write(`m/${name}`, name);
    symlinkSync("x", onDisk("m/link"));
    mkdirSync(onDisk("m/to"));
    makeOld("m/gone");
    const files = ["x", "y", "dir", "gone", "link"].map((name) => at(`m/${name}`));
    const { id } = await fixture.end(await moveEntries({ files, to: at("m/to"), conflict: "fail" }, ctx));
    rmSync(onDisk("m/to/x"));
    write("m/to/x", "another file of that name");
    renameSync(onDisk("m/to/gone"), onDisk("m/elsewhere"));
    write("m/to/gone/other", "another folder of that name");
    write("m/to/gone/more", "another folder of that name");
    expect(await undone(id)).toEqual(changed("m/gone", "m/x"));
    expect([names("m"), names("m/to"), read("m/dir/z")]).toEqual([
      ["dir", "elsewhere", "link", "to", "y"],
      ["gone", "x"],
      "dir/z",
    ]);
  });

  test("a move: another one that got the name while the task still ran stays", async () => {
    const { ctx, onDisk } = place();
    for (const name of ["one", "two"]) write(`n/${name}`, name);
    makeOld("n/one");
    mkdirSync(onDisk("n/to"));
    const storage: Ctx["storage"] = {
      ...ctx.storage,
      async move(from, ...rest) {
        const result = await ctx.storage.move(from, ...rest);
        if (from !== at("n/one")) return result;
        rmSync(onDisk("n/to/one"));
        write("n/to/one", "another file of that name");
        return result;
      },
    };
    const files = ["one", "two"].map((name) => at(`n/${name}`));
    const moving = await moveEntries({ files, to: at("n/to"), conflict: "fail" }, { ...ctx, storage });
    expect(await undone((await fixture.end(moving)).id)).toEqual(changed("n/one"));
    expect([names("n"), read("n/to/one")]).toEqual([["to", "two"], "another file of that name"]);
  });

  test("an undo that was broken off can be done again: what is left of it is done, and nothing told of the rest", async () => {
    const { ctx, onDisk } = place();
    for (const name of ["p", "q", "s"]) write(`k/${name}`, name);
    mkdirSync(onDisk("k/to"));
    const files = ["p", "q", "s"].map((name) => at(`k/${name}`));
    const { id } = await fixture.end(await moveEntries({ files, to: at("k/to"), conflict: "fail" }, ctx));
    let opened = 0;
    const storage: Ctx["storage"] = {
      ...ctx.storage,
      pinned(pins) {
        if (++opened === 2) [...runningTasks.values()].forEach((task) => task.cancel());
        return ctx.storage.pinned(pins);
      },
    };
    const started = await undo({ id }, { ...ctx, storage });
    await expect(undo({ id }, ctx)).rejects.toThrow("undo/gone");
    expect(await fixture.end(started)).toMatchObject({ state: "cancelled" });
    expect(names("k/to")).toHaveLength(2);
    expect(await undone(id)).toEqual([]);
    expect([names("k"), names("k/to")]).toEqual([["p", "q", "s", "to"], []]);
    await expect(undo({ id }, ctx)).rejects.toThrow("undo/gone");
  });
}

describe("undo on a disk", () => {
  testUndo(() => ({ ctx: fixture.ctx, onDisk: (name) => path.join(fixture.root, name) }));
});

const reason = whyNoSshd();
describe.skipIf(reason !== null)(`undo on a host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  const { onDisk, host } = useTrashHost();
  testUndo(() => ({ ctx: { ...fixture.ctx, storage: host().storage }, onDisk }));
});
