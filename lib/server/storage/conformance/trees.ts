import { describe, expect, test } from "vitest";
import { nameOf } from "@/lib/shared/paths";
import type { Clash, Storage } from "@/lib/server/storage/storage";
import { at, bytesOf, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

async function plant(storage: Storage, folder: string): Promise<void> {
  for (const path of [folder, `${folder}/sub`, `${folder}/sub/deep`, `${folder}/empty`])
    await storage.createFolder(at(path));
  for (const name of ["a", "sub/b", "sub/deep/c"]) await put(storage, `${folder}/${name}`, name);
}

export function describeTrees(makeFixture: MakeFixture): void {
  describe("trees", () => {
    const fixture = useFixture(makeFixture);

    test.each(["copy", "move"] as const)("%s a tree", async (verb) => {
      const { storage, truth } = fixture();
      await plant(storage, "from");
      await storage.createFolder(at("to"));
      const result = await storage[verb](at("from"), at("to"), treeOptions());
      expect(result).toMatchObject({ path: "r/to/from", failureCount: 0, failures: [], skipped: 0 });
      expect(await readText(storage, "to/from/sub/deep/c")).toBe("sub/deep/c");
      expect(await storage.measure(at("to/from"))).toMatchObject({ folders: 3, files: 3 });
      expect(await truth("")).toEqual(verb === "copy" ? ["from", "to"] : ["to"]);
      expect(await truth("to/from/sub")).toEqual(["b", "deep"]);
    });

    test("what a move leaves behind goes while it is what was noted", async () => {
      const { storage, truth } = fixture();
      await put(storage, "a", "first");
      const { etag } = await storage.stat(at("a"));
      await put(storage, "a", "the second");
      await storage.createFolder(at("d"));
      await put(storage, "d/b");
      const now = (await storage.stat(at("a"))).etag;
      const folder = `folder ${(await storage.stat(at("d"))).etag}`;
      const all = [
        ["a", etag],
        ["a", null],
        ["d", now],
      ] as const;
      for (const [name, stamp] of all)
        expect(await outcomeOf(storage.removeMoved(at(name), stamp))).toBe("file/changed");
      expect(await outcomeOf(storage.removeMoved(at("d"), folder))).not.toBe("done");
      expect(await outcomeOf(storage.removeMoved(at("c"), now))).toBe("file/not-found");
      expect(await truth("d")).toEqual(["b"]);
      await storage.removeMoved(at("a"), now);
      expect(await truth("")).toEqual(["d"]);
    });

    test.each(["copy", "move"] as const)("%s meets what stands there", async (verb) => {
      const { storage } = fixture();
      const run = (conflict: "fail" | "skip" | "rename" | "replace") =>
        storage[verb](at("from"), at("to"), treeOptions(conflict));
      const reset = async () => {
        for (const name of await listNames(storage, "")) await storage.remove(at(name), treeOptions());
        await plant(storage, "from");
        for (const path of ["to", "to/from", "to/from/sub"]) await storage.createFolder(at(path));
        await put(storage, "to/from/a", "old");
        await put(storage, "to/from/mine", "mine");
      };
      await reset();
      expect(await outcomeOf(run("fail"))).toBe("file/exists");
      expect(await readText(storage, "to/from/a")).toBe("old");
      await reset();
      expect(await run("skip")).toMatchObject({ skipped: 1, failureCount: 0 });
      expect(await readText(storage, "to/from/a")).toBe("old");
      expect(await readText(storage, "to/from/sub/b")).toBe("sub/b");
      expect(await listNames(storage, "from").catch(() => [])).toEqual(verb === "copy" ? ["a", "empty", "sub"] : ["a"]);
      await reset();
      expect(await run("rename")).toMatchObject({ path: "r/to/from (2)", failureCount: 0 });
      expect(await readText(storage, "to/from/a")).toBe("old");
      expect(await readText(storage, "to/from (2)/a")).toBe("a");
      await reset();
      expect(await run("replace")).toMatchObject({ failureCount: 0, skipped: 0 });
      expect(await readText(storage, "to/from/a")).toBe("a");
      expect(await readText(storage, "to/from/mine")).toBe("mine");
      expect(await listNames(storage, "")).toEqual(verb === "copy" ? ["from", "to"] : ["to"]);
    });

    test.each(["copy", "move"] as const)(
      "%s under another name, of a file and of a folder, also in the same one",
      async (verb) => {
        const { storage, limited } = fixture();
        await plant(storage, "from");
        await put(storage, "other", "old");
        const run = (name: string, to: string, as: string, conflict: "fail" | "replace" = "fail") =>
          storage[verb](at(name), at(to), { ...treeOptions(conflict), name: nameOf(at(as)) });
        expect(await run("from/a", "from", "b")).toMatchObject({ path: "r/from/b", failureCount: 0 });
        expect(await run("from/b", "", "new")).toMatchObject({ path: "r/new", failureCount: 0 });
        expect(await outcomeOf(run("new", "", "other"))).toBe("file/exists");
        expect(await run("new", "", "other", "replace")).toMatchObject({ path: "r/other", failureCount: 0 });
        expect(await readText(storage, "other")).toBe("a");
        expect(await run("from", "", "tree")).toMatchObject({ path: "r/tree", failureCount: 0 });
        expect(await readText(storage, "tree/sub/deep/c")).toBe("sub/deep/c");
        const left = verb === "copy" ? ["from", "new", "other", "tree"] : ["other", "tree"];
        expect(await listNames(storage, "")).toEqual(left);
        // The right to the new name counts, not that to the old one there.
        const readOnly = limited({ accessDirs: [""], readOnlyDirs: ["tree/locked"] });
        const locked = readOnly[verb](at("other"), at("tree"), { ...treeOptions(), name: nameOf(at("locked")) });
        expect(await outcomeOf(locked)).toBe("file/read-only");
      },
    );

    test.each(["copy", "move"] as const)("%s asks about every taken name, and merges folders", async (verb) => {
      const { storage } = fixture();
      await plant(storage, "from");
      await put(storage, "from/c", "c");
      for (const path of ["to", "to/from", "to/from/sub"]) await storage.createFolder(at(path));
      for (const name of ["a", "c", "sub/b"]) await put(storage, `to/from/${name}`, "old");
      const asked: string[] = [];
      const answers: Record<string, "replace" | "rename" | "skip"> = { a: "replace", c: "rename", b: "skip" };
      const options = {
        ...treeOptions("ask"),
        onClash: async ({ path, folder, arriving, standing }: Clash) => {
          asked.push(`${path} ${folder} ${arriving.sizeBytes} ${standing.sizeBytes}`);
          return answers[path.slice(-1)] ?? "fail";
        },
      };
      expect(await storage[verb](at("from"), at("to"), options)).toMatchObject({ skipped: 1, failureCount: 0 });
      expect(asked.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
        "r/from/a r/to/from 1 3",
        "r/from/c r/to/from 1 3",
        "r/from/sub/b r/to/from/sub 5 3",
      ]);
      expect(await readText(storage, "to/from/a")).toBe("a");
      expect(await readText(storage, "to/from/c")).toBe("old");
      expect(await readText(storage, "to/from/c (2)")).toBe("c");
      expect(await readText(storage, "to/from/sub/b")).toBe("old");
      expect(await readText(storage, "to/from/sub/deep/c")).toBe("sub/deep/c");
      await put(storage, "a", "new");
      await put(storage, "to/a", "old");
      expect(await outcomeOf(storage[verb](at("a"), at("to"), treeOptions("ask")))).toBe("file/exists");
    });

    test.each(["copy", "move"] as const)("%s keeps the newer of two files, by policy or by answer", async (verb) => {
      const { storage } = fixture();
      await storage.createFolder(at("to"));
      for (const conflict of ["newer", "ask"] as const) {
        const folder = `from-${conflict}`;
        await storage.createFolder(at(folder));
        await storage.createFolder(at(`to/${folder}`));
        for (const [name, mtimeMs, standsSince] of [
          ["later", 2_000, 1_000],
          ["same", 1_000, 1_000],
          ["earlier", 1_000, 2_000],
        ] as const) {
          const old = { conflict: "fail", mtimeMs: standsSince } as const;
          await storage.write(at(`${folder}/${name}`), bytesOf("new"), { conflict: "fail", mtimeMs });
          await storage.write(at(`to/${folder}/${name}`), bytesOf("old"), old);
        }
        await put(storage, `${folder}/free`, "new");
        await put(storage, `${folder}/mixed`, "new");
        await storage.createFolder(at(`to/${folder}/mixed`));
        const onClash = async () => "newer" as const;
        const result = await storage[verb](at(folder), at("to"), { ...treeOptions(conflict), onClash });
        expect(result).toMatchObject({ skipped: 2, failureCount: 1 });
        const texts = ["later", "same", "earlier", "free"].map((name) => readText(storage, `to/${folder}/${name}`));
        expect(await Promise.all(texts)).toEqual(["new", "old", "old", "new"]);
        expect(await listNames(storage, `to/${folder}/mixed`)).toEqual([]);
      }
    });

    test.each(["copy", "move"] as const)("%s never puts a file over a folder or a folder over a file", async (verb) => {
      const { storage } = fixture();
      await storage.createFolder(at("to"));
      await put(storage, "x", "file");
      await storage.createFolder(at("to/x"));
      await put(storage, "to/x/in", "in");
      expect(await outcomeOf(storage[verb](at("x"), at("to"), treeOptions("replace")))).toBe("file/not-file");
      const outcome = await storage[verb](at("to/x"), at(""), treeOptions("replace")).catch(
        (error: Error) => error.message,
      );
      expect(typeof outcome === "string" ? outcome : outcome.failures[0]?.error).toBe("file/not-folder");
      expect(await readText(storage, "x")).toBe("file");
      expect(await readText(storage, "to/x/in")).toBe("in");
    });

    test("a folder does not go into itself", async () => {
      const { storage } = fixture();
      await plant(storage, "d");
      expect(await outcomeOf(storage.copy(at("d"), at("d"), treeOptions()))).toBe("file/into-itself");
      expect(await outcomeOf(storage.copy(at("d"), at("d/sub"), treeOptions()))).toBe("file/into-itself");
      expect(await outcomeOf(storage.move(at("d"), at("d/sub"), treeOptions()))).toBe("file/into-itself");
      expect(await listNames(storage, "d/sub")).toEqual(["b", "deep"]);
    });

    test("a copy beside itself gets a new name", async () => {
      const { storage } = fixture();
      await plant(storage, "d");
      await put(storage, "f.txt", "f");
      expect((await storage.copy(at("d"), at(""), treeOptions("rename"))).path).toBe("r/d (2)");
      expect((await storage.copy(at("f.txt"), at(""), treeOptions("rename"))).path).toBe("r/f (2).txt");
      expect(await outcomeOf(storage.copy(at("f.txt"), at(""), treeOptions("fail")))).toBe("file/exists");
      expect(await outcomeOf(storage.copy(at("f.txt"), at(""), treeOptions("replace")))).toBe("file/into-itself");
      expect(await storage.move(at("f.txt"), at(""), treeOptions("fail"))).toMatchObject({ path: "r/f.txt" });
      expect(await readText(storage, "f.txt")).toBe("f");
    });

    test("removes a deep tree without recursion", async () => {
      const { storage } = fixture();
      let path = "deep";
      await storage.createFolder(at(path));
      for (let depth = 0; depth < 400; depth++) {
        path += "/d";
        await storage.createFolder(at(path));
      }
      await put(storage, `${path}/f`, "f");
      expect(await storage.measure(at("deep"))).toEqual({ folders: 400, files: 1, bytes: 1 });
      expect(await storage.remove(at("deep"), treeOptions())).toMatchObject({ files: 1, failureCount: 0 });
      expect(await listNames(storage, "")).toEqual([]);
    });

    test.each(["copy", "move", "remove", "measure"] as const)("%s stops when told to", async (verb) => {
      const { storage, truth } = fixture();
      await plant(storage, "from");
      await storage.createFolder(at("to"));
      const signal = AbortSignal.abort();
      const work =
        verb === "measure"
          ? storage.measure(at("from"), signal)
          : verb === "remove"
            ? storage.remove(at("from"), { signal })
            : storage[verb](at("from"), at("to"), { conflict: "fail", signal });
      expect(await outcomeOf(work)).toBe("request/cancelled");
      expect(await truth("from")).toEqual(["a", "empty", "sub"]);
      expect(await truth("to")).toEqual([]);
    });

    test("cancelling in the middle leaves whole files and no stumps", async () => {
      const { storage, truth } = fixture();
      await storage.createFolder(at("from"));
      await storage.createFolder(at("to"));
      for (let index = 0; index < 60; index++) await put(storage, `from/${index}`, `${index}`.repeat(20_000));
      const abort = new AbortController();
      const onProgress = () => abort.abort();
      const copy = storage.copy(at("from"), at("to"), { conflict: "fail", signal: abort.signal, onProgress });
      expect(await outcomeOf(copy)).toBe("request/cancelled");
      const left = await truth("to/from");
      expect(left.length).toBeLessThan(60);
      for (const name of left) expect(await readText(storage, `to/from/${name}`)).toBe(name.repeat(20_000));
    });
  });
}
