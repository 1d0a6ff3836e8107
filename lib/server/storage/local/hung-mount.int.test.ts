import { closeSync, mkdirSync, promises } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished, test, expect } from "vitest";
import { at, listAll, outcomeOf, put } from "@/lib/server/storage/conformance/support";
import type { Entry } from "@/lib/server/storage/storage";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { hungMountProblem, mountHung } from "@/lib/server/storage/conformance/hung-mount";
import { areAnyDetached } from "@/lib/server/machine/detached-mounts";
import { mayCallSync } from "./sys/quick-disks";
import { toFsPath } from "./sys/fs-path";
import { patience, slowMountOf } from "./sys/slow-mounts";
import { openFlags, sys } from "./sys/sys";

/** Null: not within that time. */
const within = <T>(ms: number, job: Promise<T>) => Promise.race([job, pause(ms, null)]);

async function gather(pages: AsyncIterable<Entry[]>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

test.skipIf(hungMountProblem !== null)(
  "a mount that hangs keeps nobody from other disks, and is told",
  async ({ skip }) => {
    const { storage, root, close } = await makeLocalFixture();
    mkdirSync(`${root}/d/mount`, { recursive: true });
    await put(storage, "d/file");
    await storage.stat(at("d"));
    const mount = await mountHung(`${root}/d/mount`);
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    const usual = { ...patience };
    Object.assign(patience, { turnMs: 1_500, questionMs: 3_000 });
    onTestFinished(async () => {
      Object.assign(patience, usual);
      await mount.end();
      await close();
    });
    await pause(250);
    expect(mayCallSync()).toBe(false);
    // More than libuv has threads.
    const asked = Array.from({ length: 12 }, (_, index) =>
      outcomeOf(index % 2 === 0 ? storage.stat(at("d/mount")) : listAll(storage, "d/mount")),
    );
    await pause(500);
    expect(await within(2_000, promises.stat("/"))).not.toBeNull();
    expect(await within(2_000, storage.stat(at("d/file")))).toMatchObject({ name: "file" });
    for (const options of [{}, { withEtags: true }]) {
      const entries = await within(5_000, gather(storage.list(at("d"), undefined, options)));
      expect(entries?.map(({ name, kind }) => [name, kind])).toEqual([
        ["file", "file"],
        ["mount", "folder"],
      ]);
    }
    // Two hang in the kernel, and are given up later; all others are told.
    await expect.poll(async () => Promise.any(asked), { timeout: 25_000 }).toBe("file/no-answer");
    expect(await within(1_000, outcomeOf(storage.open(at("d/mount/file"))))).toBe("file/no-answer");
    expect(await Promise.all(asked)).toEqual(asked.map(() => "file/no-answer"));
    // Where its program has ended the mount is still a folder in the one above.
    await mount.fail();
    expect(await outcomeOf(storage.stat(at("d/mount")))).toBe("file/no-answer");
    expect((await listAll(storage, "d")).map(({ name }) => name)).toEqual(["file", "mount"]);
  },
);

/** As far as a mount that hangs can be opened: it is not asked. */
const openPlace = (folder: string) => sys.open(toFsPath(folder), openFlags.folderPlace);

test.skipIf(hungMountProblem !== null)(
  "what is open on one that was unmounted meanwhile keeps nobody either",
  async ({ skip }) => {
    const { root, close } = await makeLocalFixture();
    mkdirSync(`${root}/mount`);
    const mount = await mountHung(`${root}/mount`);
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    const usual = { ...patience };
    Object.assign(patience, { turnMs: 1_500, questionMs: 3_000 });
    onTestFinished(async () => {
      Object.assign(patience, usual);
      await mount.end();
      await close();
    });
    await pause(250);
    expect(mayCallSync()).toBe(false);
    const open = await openPlace(`${root}/mount`);
    await mount.detach();
    // Longer than until the disks are looked at again.
    await pause(5_500);
    expect(mayCallSync()).toBe(false);
    expect(slowMountOf([open])?.place).toBe(`${root}/mount`);
    const asked = Promise.allSettled(Array.from({ length: 12 }, () => sys.fstat(open)));
    await pause(500);
    expect(await within(2_000, promises.stat("/"))).not.toBeNull();
    await mount.fail();
    await asked;
    closeSync(open);
    await pause(5_500);
    mayCallSync();
    expect(areAnyDetached()).toBe(false);
  },
);
