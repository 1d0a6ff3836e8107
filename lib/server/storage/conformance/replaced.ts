import { describe, expect, test } from "vitest";
import type { NotePages } from "@/lib/server/storage/note-pages";
import { madeOf } from "@/lib/server/storage/noted-fixture";
import type { Storage, TreeOptions } from "@/lib/server/storage/storage";
import type { Replaced } from "@/lib/server/storage/trash-storage";
import { at, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

/** Options that keep what is replaced, and what was recorded. */
function keeping(conflict: TreeOptions["conflict"] = "replace"): { options: TreeOptions; records: Replaced[] } {
  const records: Replaced[] = [];
  const replaced = {
    ownerId: "mia",
    newId: () => `id${records.length + 1}`,
    record: async (one: Replaced) => void records.push(one),
  };
  return { options: { ...treeOptions(conflict), replaced }, records };
}

async function restore(storage: Storage, { path, plan }: Replaced, conflict: TreeOptions["conflict"]) {
  return storage.trash.restore(plan.place, { from: path, toFolder: at("to"), options: treeOptions(conflict) });
}

export function describeReplaced(makeFixture: MakeFixture): void {
  describe("what is replaced", () => {
    const fixture = useFixture(makeFixture);

    async function plant(): Promise<Storage> {
      const { storage } = fixture();
      for (const path of ["from", "from/d", "from/d/sub", "to", "to/d", "to/d/sub"])
        await storage.createFolder(at(path));
      for (const name of ["a", "d/b", "d/sub/c", "d/new"]) await put(storage, `from/${name}`, "new");
      for (const name of ["a", "d/b", "d/sub/c", "d/sub/stays"]) await put(storage, `to/${name}`, "old");
      return storage;
    }

    test.each(["copy", "move"] as const)("by a %s is in the trash, and comes back", async (verb) => {
      const storage = await plant();
      const before = await storage.stat(at("to/a"));
      const { options, records } = keeping();
      expect(await storage[verb](at("from/a"), at("to"), options)).toMatchObject({ files: 1, replaced: 1, kept: 1 });
      expect(records).toMatchObject([{ id: "id1", path: "r/to/a", plan: { kind: "file", sizeBytes: 3 } }]);
      const [one] = records;
      if (one === undefined) throw new Error("nothing recorded");
      expect(await storage.trash.settle(one.plan.place, one.plan.origin)).toBe("there");
      expect(await readText(storage, "to/a")).toBe("new");
      expect(await outcomeOf(restore(storage, one, "fail"))).toBe("file/exists");
      await storage.remove(at("to/a"), treeOptions());
      await restore(storage, one, "fail");
      expect(await readText(storage, "to/a")).toBe("old");
      expect((await storage.stat(at("to/a"))).etag).toBe(before.etag);
      expect(await storage.trash.find(one.plan.place)).toBe("gone");
    });

    test.each(["copy", "move"] as const)("by a %s in merged folders is one entry, which merges back", async (verb) => {
      const storage = await plant();
      const { options, records } = keeping();
      const copied: string[] = [];
      const withPaths = {
        ...options,
        onCopied: (made: NotePages | null) =>
          void copied.push(...(madeOf(made)?.map(({ path }) => path) ?? ["too many"])),
      };
      expect(await storage[verb](at("from/d"), at("to"), withPaths)).toMatchObject({ files: 3, replaced: 2, kept: 2 });
      expect(records).toMatchObject([{ path: "r/to/d", plan: { kind: "folder", sizeBytes: null } }]);
      const [one] = records;
      if (one === undefined) throw new Error("nothing recorded");
      expect(await storage.trash.measure(one.plan.place)).toEqual({ folders: 1, files: 2, bytes: 6 });
      expect(copied.toSorted()).toEqual(verb === "move" ? [] : ["r/to/d/b", "r/to/d/new", "r/to/d/sub/c"]);
      await storage.remove(at("to/d/sub/c"), treeOptions());
      expect(await restore(storage, one, "ask")).toMatchObject({ files: 1, failures: [{ error: "file/exists" }] });
      expect([await readText(storage, "to/d/b"), await readText(storage, "to/d/sub/c")]).toEqual(["new", "old"]);
      await storage.remove(at("to/d/b"), treeOptions());
      await restore(storage, one, "ask");
      expect(await readText(storage, "to/d/b")).toBe("old");
      expect(await storage.trash.find(one.plan.place)).toBe("gone");
    });

    test("is nothing where names are free, skipped, renamed or refused", async () => {
      const storage = await plant();
      for (const conflict of ["skip", "rename", "fail"] as const) {
        const { options, records } = keeping(conflict);
        await outcomeOf(storage.copy(at("from/a"), at("to"), options));
        expect(records).toEqual([]);
      }
      const { options, records } = keeping();
      expect(await storage.copy(at("from/d/new"), at("to"), options)).toMatchObject({ replaced: 0, kept: 0 });
      expect(await outcomeOf(storage.copy(at("from/a"), at("to"), { ...options, name: nameOfFolder }))).toBe(
        "file/not-file",
      );
      expect(await outcomeOf(storage.move(at("from/a"), at("to"), { ...options, name: nameOfFolder }))).toBe(
        "file/not-file",
      );
      expect(records).toEqual([]);
      expect(await fixture().truth("")).toEqual(["from", "to"]);
    });

    test("stays where it may not be replaced", async () => {
      await plant();
      const guarded = fixture().limited({ accessDirs: [""], protectedPaths: ["to/a"] });
      const { options, records } = keeping();
      for (const verb of ["copy", "move"] as const)
        expect(await outcomeOf(guarded[verb](at("from/a"), at("to"), options))).toBe("file/protected");
      expect(records).toEqual([]);
      expect(await listNames(guarded, "to")).toEqual(["a", "d"]);
    });

    test("is replaced for good when nobody keeps it", async () => {
      const storage = await plant();
      const result = await storage.copy(at("from/a"), at("to"), treeOptions("replace"));
      expect(result).toMatchObject({ replaced: 0, kept: 0 });
      expect(await fixture().truth("")).toEqual(["from", "to"]);
    });
  });
}

const nameOfFolder = "d" as NonNullable<TreeOptions["name"]>; // a literal
