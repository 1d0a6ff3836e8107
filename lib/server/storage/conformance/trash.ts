import { describe, expect, test } from "vitest";
import type { Storage } from "@/lib/server/storage/storage";
import type { TrashPlan } from "@/lib/server/storage/trash-storage";
import { at, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

async function discard(storage: Storage, path: string, id: string, ownerId = "mia"): Promise<TrashPlan> {
  const plan = await storage.trash.plan(at(path), { ownerId, id });
  await storage.trash.put(at(path), plan);
  return plan;
}

const back = (from: string, toFolder: string, conflict?: "fail" | "rename" | "replace" | "skip") => ({
  from: at(from),
  toFolder: at(toFolder),
  options: treeOptions(conflict),
});

export function describeTrash(makeFixture: MakeFixture): void {
  describe("trash", () => {
    const fixture = useFixture(makeFixture);

    async function plant(): Promise<Storage> {
      const { storage } = fixture();
      for (const path of ["d", "d/sub"]) await storage.createFolder(at(path));
      for (const name of ["d/a", "d/sub/b"]) await put(storage, name, name);
      return storage;
    }

    test("takes a file and a folder, and gives them back as they were", async () => {
      const storage = await plant();
      const before = await storage.stat(at("d/a"));
      const file = await discard(storage, "d/a", "1");
      expect([file.kind, file.sizeBytes, file.place.name]).toEqual(["file", 3, "a"]);
      const folder = await discard(storage, "d/sub", "2");
      expect([folder.kind, folder.sizeBytes]).toEqual(["folder", null]);
      expect(await listNames(storage, "d")).toEqual([]);
      expect(await storage.trash.measure(folder.place)).toEqual({ folders: 0, files: 1, bytes: 7 });
      expect(await storage.trash.find(file.place)).toBe("there");
      expect(await storage.trash.restore(file.place, back("d/a", "d"))).toMatchObject({ path: "r/d/a", files: 1 });
      expect(await storage.trash.restore(folder.place, back("d/sub", "d"))).toMatchObject({ path: "r/d/sub" });
      expect(await readText(storage, "d/a")).toBe("d/a");
      expect(await readText(storage, "d/sub/b")).toBe("d/sub/b");
      expect((await storage.stat(at("d/a"))).etag).toBe(before.etag);
      expect(await storage.trash.find(file.place)).toBe("gone");
      expect(await outcomeOf(storage.trash.restore(file.place, back("d/a", "d")))).toBe("trash/gone");
    });

    test("what is in it is in no listing, has no path, and is neither measured nor copied", async () => {
      const storage = await plant();
      const { place } = await discard(storage, "d/a", "1");
      const seen = await fixture().truth("");
      const hidden = seen.filter((name) => name !== "d");
      expect(hidden).toHaveLength(1);
      expect(await listNames(storage, "")).toEqual(["d"]);
      expect(await storage.measure(at(""))).toEqual({ folders: 2, files: 1, bytes: 7 });
      for (const path of [...hidden, `${hidden[0]}/mia`, `${hidden[0]}/mia/1/${place.name}`]) {
        expect(await outcomeOf(storage.stat(at(path)))).toBe("file/not-found");
        expect(await outcomeOf(storage.remove(at(path), treeOptions()))).toBe("file/not-found");
        expect(await outcomeOf(storage.createFolder(at(path)))).toBe("file/not-found");
      }
    });

    test("meets what stands there by the policy", async () => {
      const storage = await plant();
      const one = await discard(storage, "d/a", "1");
      await put(storage, "d/a", "new");
      expect(await outcomeOf(storage.trash.restore(one.place, back("d/a", "d")))).toBe("file/exists");
      expect(await storage.trash.restore(one.place, back("d/a", "d", "skip"))).toMatchObject({ skipped: 1 });
      expect(await storage.trash.find(one.place)).toBe("there");
      expect((await storage.trash.restore(one.place, back("d/a", "d", "rename"))).path).toBe("r/d/a (2)");
      const two = await discard(storage, "d/a", "2");
      await put(storage, "d/a", "newer");
      await storage.trash.restore(two.place, back("d/a", "d", "replace"));
      expect(await readText(storage, "d/a")).toBe("new");
      const tree = await discard(storage, "d", "3");
      await storage.createFolder(at("d"));
      await put(storage, "d/a", "mine");
      const merged = await storage.trash.restore(tree.place, back("d", "", "skip"));
      expect(merged).toMatchObject({ skipped: 1, failureCount: 0 });
      expect(await readText(storage, "d/sub/b")).toBe("d/sub/b");
      expect(await readText(storage, "d/a")).toBe("mine");
      expect(await storage.trash.find(tree.place)).toBe("there");
    });

    test("removes for good, and again without complaint", async () => {
      const storage = await plant();
      const one = await discard(storage, "d", "1");
      expect(await storage.trash.purge(one.place, treeOptions())).toMatchObject({ files: 2, failureCount: 0 });
      expect(await storage.trash.find(one.place)).toBe("gone");
      await storage.trash.purge(one.place, treeOptions());
      expect(await fixture().truth("")).toHaveLength(1);
    });

    test("takes only what may be deleted, and restores only where one may write", async () => {
      const storage = await plant();
      const { limited } = fixture();
      const reader = limited({ accessDirs: [""], readOnlyDirs: ["d/sub"] });
      expect(await outcomeOf(discard(reader, "d/sub/b", "1"))).toBe("file/read-only");
      expect(await outcomeOf(discard(reader, "d", "1"))).toBe("file/access-denied");
      const guarded = limited({ accessDirs: [""], protectedPaths: ["d/a"] });
      expect(await outcomeOf(discard(guarded, "d/a", "1"))).toBe("file/protected");
      expect(await outcomeOf(discard(guarded, "d", "1"))).toBe("file/protected");
      expect(await outcomeOf(discard(storage, "", "1"))).toBe("file/protected");
      expect(await outcomeOf(discard(storage, "none", "1"))).toBe("file/not-found");
      const { place } = await discard(reader, "d/a", "1");
      expect(await outcomeOf(reader.trash.restore(place, back("d/a", "d/sub")))).toBe("file/read-only");
      const elsewhere = limited({ accessDirs: ["none"] });
      expect(await outcomeOf(elsewhere.trash.restore(place, back("d/a", "d")))).toBe("file/not-found");
      // Protected since it was deleted: it still may come back.
      await limited({ accessDirs: [""], protectedPaths: ["**"] }).trash.restore(place, back("d/a", "d"));
      expect(await listNames(storage, "d")).toEqual(["a", "sub"]);
    });

    test("stops when told to, and keeps what it has", async () => {
      const storage = await plant();
      const { place } = await discard(storage, "d", "1");
      const signal = AbortSignal.abort();
      const to = { ...back("d", ""), options: { conflict: "fail", signal } as const };
      expect(await outcomeOf(storage.trash.restore(place, to))).toBe("request/cancelled");
      expect(await outcomeOf(storage.trash.purge(place, { signal }))).toBe("request/cancelled");
      await storage.trash.restore(place, back("d", ""));
      expect(await readText(storage, "d/sub/b")).toBe("d/sub/b");
    });
  });
}
