import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { at, bytesOf, outcomeOf, put, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import { nameOf } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { tryTmpfs, type Mount } from "@/lib/server/storage/conformance/mounts";
import { usableBytes } from "./reserve";

const unrecorded = async () => {};

const full = "file/disk-full";
const sizeBytes = 50 * 1024 * 1024;
const reserveBytes = sizeBytes * 0.02;

async function onTmpfs(options: string, skip: (reason: string) => void): Promise<{ storage: Storage; mount: Mount }> {
  const mount = tryTmpfs(options);
  if ("reason" in mount) {
    console.warn(mount.reason);
    skip(mount.reason);
    throw new Error("unreachable: skip throws");
  }
  onTestFinished(() => mount.unmount());
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  return { storage: fixture.storageOf(null, mount.path), mount };
}

function freeOn({ path }: Mount): number {
  return Number(execFileSync("stat", ["-f", "-c", "%a * %S", path], { encoding: "utf8" }).split("*")[0]) * 4096;
}

async function* endless() {
  for (;;) yield Buffer.alloc(100_000, 2);
}

describe("the reserve", () => {
  test.each([
    ["a large volume", { bsize: 4096, blocks: 2 ** 40 / 4096 }, 2 ** 28],
    ["a small one", { bsize: 4096, blocks: 2 ** 30 / 4096 }, 2 ** 30 * 0.02],
  ])("of %s is 2 % or 256 MiB", (_, volume, reserve) => {
    const of = (bavail: number) => usableBytes({ ...volume, bavail, files: 0, ffree: 0 });
    expect(of(volume.blocks)).toBe(Math.floor(volume.blocks * 4096 - reserve));
    expect(of(Math.floor(reserve / 4096))).toBe(0);
  });

  test("is not asked of a volume that does not tell its size, and is kept of inodes, too", () => {
    const of = (volume: Partial<Parameters<typeof usableBytes>[0]>) =>
      usableBytes({ bsize: 4096, blocks: 2 ** 20, bavail: 2 ** 20, files: 0, ffree: 0, ...volume });
    expect(of({ blocks: 0, bavail: 0 })).toBe(Infinity);
    expect(of({ files: 1_000_000, ffree: 9_999 })).toBe(0);
    expect(of({ files: 1_000_000, ffree: 10_000 })).toBeGreaterThan(0);
    expect(of({ files: 1_000, ffree: 19 })).toBe(0);
  });

  test("stays free whatever writes, and leaves room to delete", async ({ skip }) => {
    const { storage, mount } = await onTmpfs("50m", skip);
    await put(storage, "old", "old");
    await storage.createFolder(at("d"));
    await storage.write(at("d/big"), bytesOf(Buffer.alloc(12_000_000, 1)), { conflict: "fail" });
    const part = {
      folder: at(""),
      id: (await storage.parts.create(at(""), { name: nameOf(at("p")), conflict: "fail" }, unrecorded)).id,
    };
    const signal = new AbortController().signal;

    const appended = storage.parts.append(part, endless(), { offset: 0, maxBytes: Infinity, signal });
    expect(await outcomeOf(appended)).toBe(full);
    // What came before stays, for it goes on when there is room again.
    expect(await storage.parts.size(part)).toBeGreaterThan(30_000_000);
    expect(freeOn(mount)).toBeGreaterThanOrEqual(reserveBytes);
    expect((await storage.space(at(""))).freeBytes).toBeLessThan(1_048_576);

    const usable = (await storage.space(at(""))).freeBytes;
    await storage.write(at("filler"), bytesOf(Buffer.alloc(usable)), { conflict: "fail" });
    expect((await storage.space(at(""))).freeBytes).toBeLessThan(8_192);
    for (const source of [bytesOf(Buffer.alloc(9_000)), endless(), Buffer.alloc(9_000)]) {
      expect(await outcomeOf(storage.write(at("new"), source, { conflict: "fail" }))).toBe(full);
      expect(await outcomeOf(storage.write(at("old"), source, { conflict: "replace", replaced: null }))).toBe(full);
    }
    expect(await outcomeOf(storage.copy(at("d/big"), at(""), treeOptions()))).toBe(full);
    expect(await outcomeOf(storage.write(at("none"), new Uint8Array(8_192), { conflict: "fail" }))).toBe(full);
    expect(freeOn(mount)).toBeGreaterThanOrEqual(reserveBytes);
    expect(await readText(storage, "old")).toBe("old");

    const planned = await storage.trash.plan(at("old"), { ownerId: "me", id: "one" });
    await storage.trash.put(at("old"), planned);
    expect(existsSync(`${planned.place.folder}/old`)).toBe(true);
    await storage.rename(at("d"), at("e"));
    expect(await storage.remove(at("e"), treeOptions())).toMatchObject({ failureCount: 0 });
    await put(storage, "after");
  });

  describe.each(["copy", "move"] as const)("a %s that finds no room", (verb) => {
    /** Folders on one disk, and another one, with so many bytes left, at `disk`. */
    async function plantBeside(leftBytes: number, skip: (reason: string) => void) {
      const { storage, mount } = await onTmpfs("50m", skip);
      const source = await makeLocalFixture();
      onTestFinished(source.close);
      for (const folder of ["t/deep", "kept/empty", "disk"]) mkdirSync(`${source.root}/${folder}`, { recursive: true });
      for (const file of ["t/a", "t/deep/b", "kept/c"]) writeFileSync(`${source.root}/${file}`, Buffer.alloc(400_000));
      const usable = (await storage.space(at(""))).freeBytes;
      writeFileSync(`${mount.path}/filler`, Buffer.alloc(usable - leftBytes));
      mount.run("mount", "--bind", mount.path, `${source.root}/disk`);
      onTestFinished(() => mount.unmount(`${source.root}/disk`));
      return { storage: source.storage, onDisk: mount.path, root: source.root };
    }

    test.for([100_000, -500_000])("takes back the folders that it made, with %d bytes left", async (left, { skip }) => {
      const { storage, onDisk, root } = await plantBeside(left, skip);
      const copied: unknown[] = [];
      const onCopied = (made: unknown) => void copied.push(made);
      const { failures } = await storage[verb](at("t"), at("disk"), { ...treeOptions(), onCopied });
      expect(new Set(failures.map(({ error }) => error))).toEqual(new Set([full]));
      expect(readdirSync(onDisk)).toEqual(["filler"]);
      expect(copied).toEqual(verb === "copy" ? [{ count: 0, pages: [] }] : []);
      expect([existsSync(`${root}/t/a`), existsSync(`${root}/t/deep/b`)]).toEqual([true, true]);
    });

    test("keeps those that are empty in the source", async ({ skip }) => {
      const { storage, onDisk } = await plantBeside(100_000, skip);
      await storage[verb](at("kept"), at("disk"), treeOptions());
      expect(readdirSync(`${onDisk}/kept`)).toEqual(["empty"]);
    });
  });

  test("keeps inodes, which empty files and folders take", async ({ skip }) => {
    const { storage, mount } = await onTmpfs("50m,nr_inodes=500", skip);
    const outcomes = new Set<string>();
    for (let index = 0; index < 500; index++)
      outcomes.add(await outcomeOf(storage.write(at(`${index}`), new Uint8Array(), { conflict: "fail" })));
    expect([...outcomes]).toEqual(["done", full]);
    expect(readdirSync(mount.path).length).toBeLessThanOrEqual(490);
    await outcomeOf(storage.createFolder(at("last"))); // the one whose temporary file was the last
    expect(await outcomeOf(storage.createFolder(at("d")))).toBe(full);
    expect(await outcomeOf(storage.parts.create(at(""), { name: nameOf(at("p")), conflict: "fail" }, unrecorded))).toBe(
      full,
    );
    await storage.rename(at("0"), at("zero"));
    await storage.remove(at("zero"), treeOptions());
  });
});
