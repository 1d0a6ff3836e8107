import { lstatSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { describeStorage } from "./conformance";
import { queryOf } from "./conformance/query-of";
import { bytesOf, outcomeOf, treeOptions } from "./conformance/support";
import { useFixture } from "./conformance/use-fixture";
import { makeRoutedFixture, type RoutedFixture } from "./routed-fixture";
import { isThere, realPlace, sweepPart } from "./places";
import type { Replaced } from "./trash-storage";
import type { NotePages } from "./note-pages";
import type { MovedPair } from "./noted-entries";
import { madeOf, movedOf } from "./noted-fixture";
import type { Clash, FolderChange, Storage } from "./storage";

describeStorage("memory beside a disk", makeRoutedFixture, []);

function path(text: string): VirtualPath {
  const parsed = parseVirtualPath(text);
  if (parsed === null) throw new Error(`not a path: ${text}`);
  return parsed;
}

async function put(storage: Storage, at: string, text: string, mtimeMs = 1_500_000_000_000): Promise<void> {
  await storage.write(path(at), bytesOf(text), { conflict: "replace", replaced: null, mtimeMs });
}

async function read(storage: Storage, at: string): Promise<string> {
  const file = await storage.open(path(at));
  const bytes = await file.readAll();
  await file.close();
  return Buffer.from(bytes).toString();
}

async function names(storage: Storage, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const page of storage.list(path(folder))) found.push(...page.map(({ name }) => name));
  return found;
}

async function plant(storage: Storage, root: string): Promise<void> {
  for (const folder of ["d", "d/sub", "d/empty", "to"]) await storage.createFolder(path(`${root}/${folder}`));
  for (const name of ["d/a", "d/sub/b", "d/sub/c"]) await put(storage, `${root}/${name}`, name);
}

describe("between two storages", () => {
  const fixture = useFixture(makeRoutedFixture) as () => RoutedFixture; // what was made

  const ways = [
    ["r", "disk"],
    ["disk", "r"],
  ] as const;

  test.each(["copy", "move"] as const)(
    "a %s takes back a folder into which nothing of its source could go",
    async (verb) => {
      const { storage, place } = fixture();
      await plant(storage, "disk");
      symlinkSync("nowhere", place("disk", "d/empty/link"));
      await storage.remove(path("disk/d/a"), treeOptions());
      await storage.remove(path("disk/d/sub"), treeOptions());
      const made: unknown[] = [];
      const onCopied = (all: NotePages | null) => void made.push(madeOf(all));
      const result = await storage[verb](path("disk/d"), path("r"), { ...treeOptions(), onCopied });
      expect(result).toMatchObject({ failures: [{ path: "disk/d/empty/link", error: "storage/unsupported" }] });
      expect(await names(storage, "r")).toEqual([]);
      expect(made).toEqual(verb === "copy" ? [[]] : []);
      expect(await names(storage, "disk/d/empty")).toEqual(["link"]);
    },
  );

  test.each(ways)("a tree is copied from %s to %s, and moved, with progress and with its times", async (from, to) => {
    const { storage, place } = fixture();
    const placeOf = (text: string) => place(text.startsWith("r/") ? "r" : "disk", text.slice(text.indexOf("/") + 1));
    await plant(storage, from);
    await storage.createFolder(path(`${to}/to`));
    const seen: number[] = [];
    const made: unknown[] = [];
    const moved: MovedPair[] = [];
    const options = {
      ...treeOptions(),
      onProgress: ({ bytes }: { bytes: number }) => seen.push(bytes),
      onCopied: (all: NotePages | null) => void made.push(madeOf(all)),
      onMoved: (all: NotePages | null) => void moved.push(...(movedOf(all) ?? [])),
    };
    const copied = await storage.copy(path(`${from}/d`), path(`${to}/to`), options);
    expect(copied).toMatchObject({ path: `${to}/to/d`, files: 3, bytes: 17, failureCount: 0, skipped: 0 });
    expect(seen.length).toBeGreaterThan(0);
    expect(made).toEqual([[{ path: `${to}/to/d`, place: placeOf(`${to}/to/d`), stamp: "folder" }]]);
    expect(await read(storage, `${to}/to/d/sub/c`)).toBe("d/sub/c");
    expect((await storage.stat(path(`${to}/to/d/a`))).mtimeMs).toBe(1_500_000_000_000);
    expect(await names(storage, `${from}/d`)).toEqual(["a", "empty", "sub"]);
    expect(await outcomeOf(storage.copy(path(`${from}/d`), path(`${to}/to`), options))).toBe("file/exists");
    const again = await storage.move(path(`${from}/d`), path(`${to}/to`), { ...options, conflict: "rename" });
    expect(again).toMatchObject({ path: `${to}/to/d (2)`, files: 3, failureCount: 0 });
    expect(moved).toHaveLength(3);
    const [one, other] = [`${from}/d/sub/b`, `${to}/to/d (2)/sub/b`];
    const { etag } = await storage.stat(path(other));
    const noted = { id: null, stamp: etag };
    expect(moved).toContainEqual({ from: one, to: other, fromPlace: placeOf(one), toPlace: placeOf(other), ...noted });
    expect(await names(storage, from)).toEqual(["to"]);
    expect(await names(storage, `${to}/to/d (2)/empty`)).toEqual([]);
  });

  test.each(ways)("from %s to %s, what stands there is met by the policy, and asked about", async (from, to) => {
    const { storage } = fixture();
    await plant(storage, from);
    await plant(storage, to);
    for (const name of ["d/a", "d/sub/b"]) await put(storage, `${to}/${name}`, "old", 2_000_000_000_000);
    const run = (conflict: "skip" | "newer") => storage.move(path(`${from}/d`), path(to), treeOptions(conflict));
    expect(await run("skip")).toMatchObject({ skipped: 3, failureCount: 0 });
    expect(await run("newer")).toMatchObject({ skipped: 3, failureCount: 0 });
    const asked: string[] = [];
    const onClash = async ({ path: at, standing }: Clash) => {
      asked.push(`${at} ${standing.sizeBytes}`);
      return at.endsWith("a") ? "replace" : "rename";
    };
    await storage.move(path(`${from}/d`), path(to), { ...treeOptions("ask"), onClash });
    expect(asked.sort()).toEqual([`${from}/d/a 3`, `${from}/d/sub/b 3`, `${from}/d/sub/c 7`]);
    expect([await read(storage, `${to}/d/a`), await read(storage, `${to}/d/sub/b`)]).toEqual(["d/a", "old"]);
    expect(await names(storage, `${to}/d/sub`)).toEqual(["b", "b (2)", "c", "c (2)"]);
    expect(await names(storage, from)).toEqual(["to"]);
  });

  test.each(ways)(
    "from %s to %s, stopping leaves whole files, no stumps, and each of them somewhere",
    async (from, to) => {
      const { storage, truth } = fixture();
      await storage.createFolder(path(`${from}/many`));
      for (let index = 0; index < 40; index++) await put(storage, `${from}/many/${index}`, `${index}`.repeat(30_000));
      const abort = new AbortController();
      // Told of the first bytes already, in the middle of a file.
      const options = { conflict: "fail", signal: abort.signal, onProgress: () => abort.abort() } as const;
      const work = storage.move(path(`${from}/many`), path(to), options);
      expect(await outcomeOf(work)).toBe("request/cancelled");
      const arrived = await truth(to === "r" ? "many" : "disk:many").catch(() => []);
      expect(arrived.every((name) => /^\d+$/.test(name))).toBe(true);
      for (const name of arrived) expect((await read(storage, `${to}/many/${name}`)).length).toBe(name.length * 30_000);
      expect(arrived.length).toBeLessThan(40);
      const left = await names(storage, `${from}/many`);
      expect(new Set([...left, ...arrived]).size).toBe(40);
    },
  );

  test("nothing arrives through a link that somebody puts in the target's place meanwhile", async () => {
    const { storage, place, truth } = fixture();
    await plant(storage, "r");
    for (const folder of ["into", "elsewhere"]) await storage.createFolder(path(`disk/${folder}`));
    const onProgress = () => {
      if (lstatSync(place("disk", "into")).isSymbolicLink()) return;
      renameSync(place("disk", "into"), place("disk", "aside"));
      symlinkSync("elsewhere", place("disk", "into"));
    };
    const result = await storage
      .copy(path("r/d"), path("disk/into"), { ...treeOptions(), onProgress })
      .catch((error: unknown) => error);
    expect(JSON.stringify(result)).toContain("file/place-changed");
    expect(await truth("disk:elsewhere")).toEqual([]);
  });

  test("what a storage cannot hold is reported, and the rest arrives", async () => {
    const { storage, place } = fixture();
    await plant(storage, "disk");
    symlinkSync("a", place("disk", "d/link"));
    const result = await storage.move(path("disk/d"), path("r"), treeOptions());
    expect(result).toMatchObject({ files: 3, failures: [{ path: "disk/d/link", error: "storage/unsupported" }] });
    expect(await names(storage, "disk/d")).toEqual(["link"]);
    expect(await names(storage, "r/d")).toEqual(["a", "empty", "sub"]);
  });

  test("what is replaced on a disk is kept, as far as the disk can", async () => {
    const { storage } = fixture();
    await plant(storage, "r");
    await plant(storage, "disk");
    const records: Replaced[] = [];
    const replaced = {
      ownerId: "mia",
      newId: () => `id${records.length}`,
      record: async (one: Replaced) => void records.push(one),
    };
    const options = { ...treeOptions("replace"), replaced };
    expect(await storage.copy(path("r/d/a"), path("disk/d"), options)).toMatchObject({ replaced: 1, kept: 1 });
    expect(records).toMatchObject([{ path: "disk/d/a", plan: { kind: "file", sizeBytes: 3 } }]);
    expect(await storage.copy(path("disk/d/a"), path("r/d"), options)).toMatchObject({ replaced: 1, kept: 0 });
  });

  test("a folder is removed only when nothing is in it", async () => {
    const { storage, place } = fixture();
    for (const root of ["r", "disk"]) {
      await plant(storage, root);
      expect(await outcomeOf(storage.removeEmptyFolder(path(`${root}/d`)))).toBe("file/not-empty");
      expect(await outcomeOf(storage.removeEmptyFolder(path(`${root}/d/a`)))).toBe("file/not-folder");
      expect(await outcomeOf(storage.removeEmptyFolder(path(root)))).toBe("file/protected");
      await storage.removeEmptyFolder(path(`${root}/d/empty`));
      expect(await names(storage, `${root}/d`)).toEqual(["a", "sub"]);
    }
    // What comes into a folder on its way stays there, and so does the folder.
    writeFileSync(place("disk", "d/.filedeck-upload-0123456789abcdef0123456789abcdef.part"), "half");
    await storage.move(path("disk/d"), path("r"), treeOptions("rename"));
    expect(readdirSync(place("disk", "d"))).toHaveLength(1);
  });

  test("limits, denials and protected places of each hold on both sides", async () => {
    const { storage, within, place } = fixture();
    for (const root of ["r", "disk"] as const) {
      await plant(storage, root);
      await storage.createFolder(path(`${root}/ro`));
    }
    for (const [from, to] of ways) {
      const actor = within({
        accessDirs: [place(from, "d"), place(to, "to")],
        readOnlyDirs: [place(to, "ro")],
        denyDirs: [place(from, "d/sub/c")],
        protectedPaths: [place(to, "to/a")],
      });
      expect(await outcomeOf(actor.copy(path(`${from}/to`), path(`${to}/to`), treeOptions()))).toBe("file/not-found");
      expect(await outcomeOf(actor.copy(path(`${from}/d`), path(`${to}/d`), treeOptions()))).toBe("file/not-found");
      expect(await outcomeOf(actor.copy(path(`${from}/d/a`), path(`${to}/ro`), treeOptions()))).toBe("file/read-only");
      expect(await actor.copy(path(`${from}/d`), path(`${to}/to`), treeOptions())).toMatchObject({ files: 2 });
      expect(await names(storage, `${to}/to/d/sub`)).toEqual(["b"]);
      const sub = { failures: [{ path: `${from}/d/sub`, error: "file/access-denied" }], failureCount: 1 };
      expect(await actor.move(path(`${from}/d/sub`), path(`${to}/to`), treeOptions("rename"))).toMatchObject(sub);
      expect(await outcomeOf(actor.move(path(`${from}/d`), path(`${to}/to`), treeOptions("rename")))).toBe(
        "file/read-only",
      );
      await put(storage, `${to}/to/a`, "stays");
      const over = actor.copy(path(`${from}/d/a`), path(`${to}/to`), treeOptions("replace"));
      expect(await outcomeOf(over)).toBe("file/protected");
      expect(await read(storage, `${to}/to/a`)).toBe("stays");
      await storage.remove(path(`${to}/to/d`), treeOptions());
      await storage.remove(path(`${to}/to/a`), treeOptions());
    }
    await expect(storage.rename(path("r/d"), path("disk/x"))).rejects.toMatchObject({ params: { code: "EXDEV" } });
  });

  test("searches, watches and places are those of each", async () => {
    const { storage, place } = fixture();
    const abort = new AbortController();
    const changes: Record<string, FolderChange[]> = { r: [], disk: [] };
    for (const root of ["r", "disk"] as const) {
      await plant(storage, root);
      await storage.watch(path(`${root}/d`), (change) => changes[root]?.push(change), abort.signal);
      await put(storage, `${root}/d/news`, "news");
      const found: string[] = [];
      for await (const { hits } of storage.search(path(root), queryOf("news"), abort.signal))
        found.push(...hits.map((hit) => hit.path));
      expect(found).toEqual([`${root}/d/news`]);
      expect(await storage.placeOf(path(`${root}/d/a`))).toBe(place(root, "d/a"));
      expect(storage.locate(place(root, "d/a"))).toBe(`${root}/d/a`);
      expect([await isThere(place(root, "d/a")), await isThere(place(root, "none"))]).toEqual([true, false]);
      expect(await realPlace(place(root, "d/a"))).toBe(place(root, "d/a"));
    }
    await vi.waitFor(() => expect([changes["r"]?.length, changes["disk"]?.length]).toEqual([1, 1]));
    expect(storage.locate("nowhere:x/a")).toBeNull();
    expect(await isThere("nowhere:x/a")).toBe(false);
    // Such a storage may be back at the next start.
    expect(await sweepPart("nowhere:x/.filedeck-upload-0123456789abcdef0123456789abcdef.part")).toBe(false);
    abort.abort();
  });

  test("a trash is where its volume is; parts of uploads go across", async () => {
    const { storage } = fixture();
    for (const root of ["r", "disk"]) await plant(storage, root);
    expect([storage.can(path("r"), "trash"), storage.can(path("disk"), "trash")]).toEqual([false, true]);
    expect(await outcomeOf(storage.trash.assertPossible(path("r/d")))).toBe("trash/unavailable");
    const plan = await storage.trash.plan(path("disk/d/a"), { ownerId: "mia", id: "1" });
    await storage.trash.put(path("disk/d/a"), plan);
    expect(await storage.trash.find(plan.place)).toBe("there");
    expect(await storage.trash.find({ ...plan.place, folder: "nowhere:x/1" })).toBe("away");
    const back = { from: path("disk/d/a"), options: treeOptions() };
    expect(await outcomeOf(storage.trash.restore(plan.place, { ...back, toFolder: path("r/d") }))).toBe(
      "storage/unsupported",
    );
    await storage.trash.restore(plan.place, { ...back, toFolder: path("disk/d") });
    expect(await read(storage, "disk/d/a")).toBe("d/a");

    const name = (await storage.entry(path("disk/d/a"))).name;
    const places: string[] = [];
    const target = { name, conflict: "rename", mtimeMs: 1_500_000_000_000 } as const;
    const begin = async (folder: string) => {
      const { id } = await storage.parts.create(path(folder), target, async (part) => void places.push(part.place));
      return { folder: path(folder), id };
    };
    const [first, second] = [await begin("r/to"), await begin("disk/to")];
    const { signal } = new AbortController();
    await storage.parts.append(second, bytesOf("half"), { offset: 0, maxBytes: 10, signal });
    await storage.parts.append(first, bytesOf("one "), { offset: 0, maxBytes: 10, signal });
    await storage.parts.take(first, second, { offset: 4, signal });
    const { etag } = await storage.parts.seal(first, target);
    expect(await storage.parts.place(first, target, { replaced: null })).toMatchObject({
      path: "r/to/a",
      sizeBytes: 8,
      etag,
    });
    expect(await read(storage, "r/to/a")).toBe("one half");
    expect(await Promise.all(places.map(sweepPart))).toEqual([true, true]);
    expect(await outcomeOf(storage.parts.size(second))).toBe("file/not-found");
  });
});
