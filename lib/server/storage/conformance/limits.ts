import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { Capability } from "@/lib/server/storage/capability";
import type { Storage } from "@/lib/server/storage/storage";
import { at, bytesOf, listAll, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { findText } from "./searching-text";
import { queryOf } from "./query-of";
import { searchAll } from "./searching";
import { useFixture } from "./use-fixture";

type Call = { changes: boolean; needs?: Capability; run: (storage: Storage, folder: string) => Promise<unknown> };

/** Every method, tried on a folder that holds a file `f` and a folder `g`; `rw/spare` is writable. */
const calls: Readonly<Record<string, Call>> = {
  list: { changes: false, run: (storage, folder) => listAll(storage, folder) },
  stat: { changes: false, run: (storage, folder) => storage.stat(at(`${folder}/f`)) },
  entry: { changes: false, run: (storage, folder) => storage.entry(at(`${folder}/f`)) },
  open: { changes: false, run: (storage, folder) => readText(storage, `${folder}/f`) },
  readFolder: { changes: false, run: (storage, folder) => readOne(storage, folder) },
  measure: { changes: false, run: (storage, folder) => storage.measure(at(folder)) },
  survey: { changes: false, run: (storage, folder) => surveyPaths(storage, folder) },
  space: { changes: false, run: (storage, folder) => storage.space(at(folder)) },
  search: { changes: false, run: (storage, folder) => searchAll(storage, folder, queryOf("")) },
  searchText: {
    changes: false,
    needs: "search-text",
    run: (storage, folder) => findText(storage, folder, queryOf("f")),
  },
  watch: { changes: false, run: (storage, folder) => watchBriefly(storage, folder) },
  copyFrom: {
    changes: false,
    run: (storage, folder) => storage.copy(at(`${folder}/f`), at("rw/spare"), treeOptions("rename")),
  },
  copyFolderFrom: {
    changes: false,
    run: (storage, folder) => storage.copy(at(`${folder}/g`), at("rw/spare"), treeOptions("rename")),
  },
  writeNew: {
    changes: true,
    run: (storage, folder) => storage.write(at(`${folder}/new`), bytesOf("x"), { conflict: "fail" }),
  },
  writeRenamed: {
    changes: true,
    run: (storage, folder) => storage.write(at(`${folder}/f`), bytesOf("x"), { conflict: "rename" }),
  },
  writeOver: {
    changes: true,
    run: (storage, folder) => storage.write(at(`${folder}/f`), bytesOf("x"), { conflict: "replace", replaced: null }),
  },
  createFolder: { changes: true, run: (storage, folder) => storage.createFolder(at(`${folder}/made`)) },
  copyTo: { changes: true, run: (storage, folder) => storage.copy(at("rw/spare/s"), at(folder), treeOptions()) },
  copyFolderTo: { changes: true, run: (storage, folder) => storage.copy(at("rw/spare"), at(folder), treeOptions()) },
  renameTo: { changes: true, run: (storage, folder) => storage.rename(at("rw/spare/s"), at(`${folder}/t`)) },
  moveTo: {
    changes: true,
    run: (storage, folder) => storage.move(at("rw/spare/t"), at(folder), treeOptions("replace")),
  },
  renameFrom: { changes: true, run: (storage, folder) => storage.rename(at(`${folder}/g`), at("rw/spare/g3")) },
  moveFrom: {
    changes: true,
    run: (storage, folder) => storage.move(at(`${folder}/f`), at("rw/spare"), treeOptions("rename")),
  },
  remove: { changes: true, run: (storage, folder) => storage.remove(at(folder), treeOptions()) },
};

async function readOne(storage: Storage, folder: string): Promise<void> {
  const reader = await storage.readFolder(at(folder));
  const [file] = await reader.read(["f" as EntryName], 10); // a letter
  await reader.close();
  if (file === null || file === undefined) throw new AppError("file/not-found");
}

async function surveyPaths(storage: Storage, folder: string): Promise<string[]> {
  const paths: string[] = [];
  const survey = {
    enter: () => paths,
    leaf: ({ path }: { path: string }) => void paths.push(path),
    leave: () => {},
    unreadable: () => void paths.push("unreadable"),
  };
  await storage.survey(at(folder), { context: paths, survey, signal: new AbortController().signal });
  return paths;
}

async function watchBriefly(storage: Storage, folder: string): Promise<void> {
  const abort = new AbortController();
  await storage.watch(at(folder), () => {}, abort.signal);
  abort.abort();
}

async function plant(storage: Storage): Promise<void> {
  for (const folder of ["rw", "rw/spare", "rw/ok", "rw/ro", "rw/deny", "other", "top", "top/way", "top/shut"]) {
    await storage.createFolder(at(folder));
    await storage.createFolder(at(`${folder}/g`));
    await put(storage, `${folder}/f`, "f");
  }
  await put(storage, "rw/spare/s", "s");
  await put(storage, "rw/spare/t", "t");
}

const limits = { accessDirs: ["rw", "top/way"], readOnlyDirs: ["rw/ro"], denyDirs: ["rw/deny"] };

export function describeLimits(makeFixture: MakeFixture, can: readonly Capability[]): void {
  describe("scopes", () => {
    const fixture = useFixture(makeFixture);

    const possible = Object.entries(calls).filter(([, { needs }]) => needs === undefined || can.includes(needs));
    test.each(possible)("%s", async (name, { changes, run }) => {
      const { storage, limited } = fixture();
      await plant(storage);
      const actor = limited(limits);
      const before = await storage.measure(at("other"));
      for (const folder of ["other", "rw/deny", "other/missing", "rw/deny/missing", "missing", "other/f"]) {
        expect([name, folder, await outcomeOf(run(actor, folder))]).toEqual([name, folder, "file/not-found"]);
      }
      const readOnly = await outcomeOf(run(actor, "rw/ro"));
      expect(readOnly).toBe(changes ? "file/read-only" : "done");
      expect(await outcomeOf(run(actor, "rw/ok"))).toBe("done");
      expect(await storage.measure(at("other"))).toEqual(before);
      expect(await storage.measure(at("rw/deny"))).toEqual(before);
      expect(await storage.measure(at("rw/ro"))).toEqual(before);
    });

    test("an ancestor shows only the way and keeps everything else", async () => {
      const { storage, limited } = fixture();
      await plant(storage);
      const actor = limited(limits);
      expect(await listNames(actor, "")).toEqual(["rw", "top"]);
      expect(await listNames(actor, "top")).toEqual(["way"]);
      expect(await listNames(actor, "rw")).toEqual(["f", "g", "ok", "ro", "spare"]);
      expect((await actor.stat(at("top"))).writable).toBe(false);
      expect((await actor.stat(at("rw"))).writable).toBe(true);
      expect(await outcomeOf(actor.copy(at("top"), at("rw"), treeOptions()))).toBe("file/access-denied");
      expect(await outcomeOf(actor.remove(at("top"), treeOptions()))).toBe("file/read-only");
      expect(await outcomeOf(actor.remove(at("top/way"), treeOptions()))).toBe("file/read-only");
      expect(await outcomeOf(actor.rename(at("top/way"), at("rw/way")))).toBe("file/read-only");
      expect(await outcomeOf(actor.createFolder(at("top/new")))).toBe("file/not-found");
      expect(await outcomeOf(actor.write(at("top/f"), bytesOf("x"), { conflict: "replace", replaced: null }))).toBe(
        "file/not-found",
      );
      expect(await actor.measure(at("top"))).toEqual({ folders: 2, files: 1, bytes: 1 });
    });

    test("a folder with something denied is copied without it, and neither moved, renamed nor removed", async () => {
      const { storage, limited } = fixture();
      await plant(storage);
      await storage.createFolder(at("dest"));
      const actor = limited({ accessDirs: [""], denyDirs: ["rw/deny"] });
      const copied = await actor.copy(at("rw"), at("dest"), treeOptions());
      expect(copied).toMatchObject({ failureCount: 0, skipped: 0 });
      expect(await listNames(storage, "dest/rw")).toEqual(["f", "g", "ok", "ro", "spare"]);
      const failure = { failureCount: 1, failures: [{ path: "r/rw", error: "file/access-denied" }] };
      expect(await actor.move(at("rw"), at("dest"), treeOptions("replace"))).toMatchObject(failure);
      expect(await actor.remove(at("rw"), treeOptions())).toMatchObject(failure);
      expect(await outcomeOf(actor.rename(at("rw"), at("free")))).toBe("file/access-denied");
      expect(await listNames(storage, "rw")).toEqual(["deny", "f", "g", "ok", "ro", "spare"]);
    });

    test("a scope of a single file reaches that file and not its siblings", async () => {
      const { storage, limited } = fixture();
      await plant(storage);
      const actor = limited({ accessDirs: ["rw/f"] });
      expect(await listNames(actor, "rw")).toEqual(["f"]);
      await actor.write(at("rw/f"), bytesOf("new"), { conflict: "replace", replaced: null });
      expect(await readText(storage, "rw/f")).toBe("new");
      expect(await outcomeOf(actor.open(at("rw/g")))).toBe("file/not-found");
      expect(await outcomeOf(actor.remove(at("rw/f"), treeOptions()))).toBe("file/read-only");
    });
  });

  describe("protected paths", () => {
    const fixture = useFixture(makeFixture);
    const protectedPaths = ["p/self", "p/children/*", "p/below/**"];

    test.each(["p/self", "p/children/c", "p/below/c", "p/below/c/d", "p", "p/children", "p/below"])(
      "%s stays",
      async (path) => {
        const { storage, limited } = fixture();
        for (const folder of [
          "p",
          "p/self",
          "p/children",
          "p/children/c",
          "p/below",
          "p/below/c",
          "p/below/c/d",
          "to",
        ]) {
          await storage.createFolder(at(folder));
          await put(storage, `${folder}/f`, folder);
        }
        const before = await storage.measure(at("p"));
        const actor = limited({ accessDirs: [""], protectedPaths });
        expect(await outcomeOf(actor.remove(at(path), treeOptions()))).toBe("file/protected");
        expect(await outcomeOf(actor.rename(at(path), at("to/x")))).toBe("file/protected");
        for (const conflict of ["fail", "replace", "rename", "skip"] as const) {
          expect(await outcomeOf(actor.move(at(path), at("to"), treeOptions(conflict)))).toBe("file/protected");
        }
        expect(await storage.measure(at("p"))).toEqual(before);
        // Reading, saving and copying away are not what the protection is about.
        await put(actor, `${path}/f`, path);
        await actor.copy(at(path), at("to"), treeOptions());
      },
    );

    test("a protected file is not overwritten by a move or copy", async () => {
      const { storage, limited } = fixture();
      await storage.createFolder(at("from"));
      await put(storage, "from/x", "new");
      await put(storage, "x", "old");
      const actor = limited({ accessDirs: [""], protectedPaths: ["x"] });
      expect(await outcomeOf(actor.move(at("from/x"), at(""), treeOptions("replace")))).toBe("file/protected");
      expect(await outcomeOf(actor.copy(at("from/x"), at(""), treeOptions("replace")))).toBe("file/protected");
      expect(await outcomeOf(actor.rename(at("from/x"), at("x")))).toBe("file/exists");
      expect(await readText(storage, "x")).toBe("old");
    });

    test("a root is not removed, moved, renamed or replaced", async () => {
      const { storage } = fixture();
      await put(storage, "a");
      expect(await outcomeOf(storage.remove(at(""), treeOptions()))).toBe("file/protected");
      expect(await outcomeOf(storage.rename(at(""), at("b")))).toBe("file/protected");
      expect(await outcomeOf(storage.move(at(""), at(""), treeOptions()))).toBe("file/protected");
      expect(await outcomeOf(storage.write(at(""), bytesOf("x"), { conflict: "replace", replaced: null }))).toBe(
        "file/protected",
      );
      expect(await listNames(storage, "")).toEqual(["a"]);
    });
  });
}
