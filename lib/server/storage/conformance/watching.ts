import { describe, expect, test, vi } from "vitest";
import type { FolderChange } from "@/lib/server/storage/storage";
import { at, outcomeOf, put, treeOptions, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

export function describeWatching(makeFixture: MakeFixture): void {
  describe("watching", () => {
    const fixture = useFixture(makeFixture);

    test("tells each viewer what changes, as far as it may see it", async () => {
      const { storage, limited } = fixture();
      await storage.createFolder(at("d"));
      const abort = new AbortController();
      const all: FolderChange[] = [];
      const some: FolderChange[] = [];
      await storage.watch(at("d"), (change) => all.push(change), abort.signal);
      const actor = limited({ accessDirs: ["d"], denyDirs: ["d/secret"] });
      await actor.watch(at("d"), (change) => some.push(change), abort.signal);
      const seen = (changes: FolderChange[]) => changes.flatMap((change) => ("upsert" in change ? change.upsert : []));
      const removed = (changes: FolderChange[]) =>
        changes.flatMap((change) => ("removed" in change ? change.removed : []));
      await put(storage, "d/secret", "s");
      await put(storage, "d/open", "open");
      await vi.waitFor(() =>
        expect(
          seen(all)
            .map(({ name }) => name)
            .sort(),
        ).toEqual(["open", "secret"]),
      );
      await vi.waitFor(() => expect(seen(some)).toMatchObject([{ name: "open", kind: "file", sizeBytes: 4 }]));
      await storage.remove(at("d/open"), treeOptions());
      await vi.waitFor(() => expect([removed(all), removed(some)]).toEqual([["open"], ["open"]]));
      await storage.remove(at("d"), treeOptions());
      await vi.waitFor(() => expect([all.at(-1), some.at(-1)]).toEqual([{ gone: true }, { gone: true }]));
      expect(JSON.stringify(some)).not.toContain("secret");
      abort.abort();
    });

    test("says so when too much changes at once", async () => {
      const { storage } = fixture();
      await storage.createFolder(at("d"));
      const abort = new AbortController();
      const changes: FolderChange[] = [];
      await storage.watch(at("d"), (change) => changes.push(change), abort.signal);
      await Promise.all(Array.from({ length: 3_000 }, (_, index) => storage.createFolder(at(`d/${index}`))));
      await vi.waitFor(() => expect(changes.length).toBeGreaterThan(0));
      const isReported =
        changes.some((change) => "overflow" in change) || changes.every((change) => "upsert" in change);
      expect(isReported).toBe(true);
      abort.abort();
      await vi.waitFor(() => undefined);
      const count = changes.length;
      await storage.createFolder(at("d/after"));
      expect(changes.length).toBe(count);
      expect(await outcomeOf(storage.watch(at("d"), () => {}, abort.signal))).toBe("request/cancelled");
    });
  });
}
