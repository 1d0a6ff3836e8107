import fs, { mkdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { halfMountProblem, mountHalf } from "@/lib/server/storage/conformance/half-mount";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import type { FolderChange } from "@/lib/server/storage/storage";

test.skipIf(halfMountProblem !== null)(
  "a folder of a mount that may hang is looked at again, and the kernel is not asked to tell of it",
  async ({ skip }) => {
    const { storage, root, close } = await makeLocalFixture();
    const abort = new AbortController();
    mkdirSync(`${root}/d/mount`, { recursive: true });
    const mount = await mountHalf(`${root}/d/mount`);
    onTestFinished(async () => {
      abort.abort();
      vi.restoreAllMocks();
      await mount?.end();
      await close();
    });
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    // Those of other files that are still at work are not counted.
    const asked: string[] = [];
    const watch = fs.watch.bind(fs);
    vi.spyOn(fs, "watch").mockImplementation((...args) => {
      asked.push(fs.realpathSync(String(args[0])));
      return watch(...args);
    });
    const changes: FolderChange[] = [];
    await storage.watch(at("d/mount"), (change) => changes.push(change), abort.signal);
    await storage.watch(at("d"), () => {}, abort.signal);
    const own = fs.realpathSync(root);
    expect(asked.filter((place) => place.startsWith(own))).toEqual([`${own}/d`]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    mount.touch();
    await vi.waitFor(() => expect(changes).toEqual([{ overflow: true }]));
  },
);
