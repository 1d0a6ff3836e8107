import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  at,
  bytesOf,
  listAll,
  listNames,
  outcomeOf,
  put,
  readText,
  treeOptions,
} from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { tryTmpfs, type Mount } from "@/lib/server/storage/conformance/mounts";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

async function fixtureFor(): Promise<LocalFixture> {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  return fixture;
}

function tmpfsFor(size: string, skip: (reason: string) => void): Mount {
  const mount = tryTmpfs(size);
  if ("reason" in mount) {
    console.warn(mount.reason);
    skip(mount.reason);
    throw new Error("unreachable: skip throws");
  }
  onTestFinished(() => mount.unmount());
  return mount;
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: "utf8" });

describe("special files", () => {
  test("are shown, never opened, moved as they are and not copied", async ({ skip }) => {
    const { storage, root } = await fixtureFor();
    mkdirSync(`${root}/d`);
    run("mkfifo", `${root}/d/fifo`);
    try {
      run("mknod", `${root}/d/null`, "c", "1", "3");
    } catch (error) {
      skip(`cannot make a device: ${String(error)}`);
    }
    const server = createServer().listen(`${root}/d/socket`);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => {
      server.once("listening", resolve);
    });
    await put(storage, "d/file");
    execFileSync("ln", ["-s", "fifo", `${root}/d/link`]);
    const kinds = Object.fromEntries(
      (await listAll(storage, "d")).map(({ name, kind, link }) => [name, link?.leadsTo ?? kind]),
    );
    expect(kinds).toEqual({ fifo: "special", null: "special", socket: "special", file: "file", link: "special" });
    for (const name of ["fifo", "null", "socket", "link"]) {
      expect(await outcomeOf(storage.open(at(`d/${name}`)))).toBe("file/special");
      expect(
        await outcomeOf(storage.write(at(`d/${name}`), bytesOf("x"), { conflict: "replace", replaced: null })),
      ).toBe("file/special");
      expect((await storage.stat(at(`d/${name}`))).kind).toBe("special");
    }
    const copied = await storage.copy(at("d"), at(""), treeOptions("rename"));
    expect(copied).toMatchObject({ files: 2, failureCount: 3 });
    expect(new Set(copied.failures.map(({ error }) => error))).toEqual(new Set(["file/special"]));
    await storage.rename(at("d/fifo"), at("d/fifo2"));
    await storage.move(at("d/null"), at(""), treeOptions());
    expect(await storage.remove(at("d"), treeOptions())).toMatchObject({ failureCount: 0 });
    expect(await listNames(storage, "")).toEqual(["d (2)", "null"]);
  });
});

describe("attributes", () => {
  test("a replaced file keeps mode, owner, xattrs and ACL", async () => {
    const { storage, root } = await fixtureFor();
    const file = `${root}/f`;
    writeFileSync(file, "old");
    run("setfattr", "-n", "user.note", "-v", "kept", file);
    run("setfacl", "-m", "u:65534:r", file);
    run("chown", "1234:2345", file);
    chmodSync(file, 0o4751);
    const acl = run("getfacl", "--omit-header", "--absolute-names", file);
    const before = Date.now();
    const saved = await storage.write(at("f"), bytesOf("new"), { conflict: "replace", replaced: null });
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345, mode: 0o104751 });
    expect(run("getfattr", "--only-values", "-n", "user.note", "--absolute-names", file)).toBe("kept");
    expect(run("getfacl", "--omit-header", "--absolute-names", file)).toBe(acl);
    expect(saved.mtimeMs).toBeGreaterThanOrEqual(before - 1_000);
    expect((await storage.stat(at("f"))).etag).toBe(saved.etag);
    await storage.write(at("f"), bytesOf(), { conflict: "replace", replaced: null });
    expect(statSync(file).mtimeMs).toBeGreaterThanOrEqual(before - 1_000);
  });

  test("a copy keeps mode, time and owner, not set-user-id; a sparse file stays sparse", async () => {
    const { storage, root } = await fixtureFor();
    mkdirSync(`${root}/d`);
    writeFileSync(`${root}/d/f`, "f");
    run("chown", "1234:2345", `${root}/d/f`);
    run("touch", "-d", "2001-02-03 04:05:06", `${root}/d/f`);
    chmodSync(`${root}/d/f`, 0o4750);
    writeFileSync(`${root}/d/sparse`, "start");
    truncateSync(`${root}/d/sparse`, 50_000_000);
    chmodSync(`${root}/d`, 0o2711);
    run("touch", "-d", "2002-02-03 04:05:06", `${root}/d`);
    await storage.copy(at("d"), at(""), treeOptions("rename"));
    const [old, copy] = [statSync(`${root}/d/f`), statSync(`${root}/d (2)/f`)];
    expect(copy).toMatchObject({ uid: 1234, gid: 2345, mode: 0o100750, mtimeMs: old.mtimeMs });
    expect(statSync(`${root}/d (2)`)).toMatchObject({ mode: 0o42711, mtimeMs: statSync(`${root}/d`).mtimeMs });
    expect(statSync(`${root}/d (2)/sparse`).size).toBe(50_000_000);
    expect(statSync(`${root}/d (2)/sparse`).blocks * 512).toBeLessThan(1_000_000);
    expect(readFileSync(`${root}/d (2)/sparse`).equals(readFileSync(`${root}/d/sparse`))).toBe(true);
  });
});

describe("disks", () => {
  test("a mount point is neither renamed nor removed, and is said to be one", async ({ skip }) => {
    const mount = tmpfsFor("8m", skip);
    const { storageOf, root } = await fixtureFor();
    mkdirSync(`${root}/disk`);
    mount.run("mount", "--bind", mount.path, `${root}/disk`);
    onTestFinished(() => mount.unmount(`${root}/disk`));
    const storage = storageOf(null);
    expect(await outcomeOf(storage.rename(at("disk"), at("other")))).toBe("file/busy");
    expect(await storage.remove(at("disk"), treeOptions())).toMatchObject({
      failures: [{ path: "r/disk", error: "file/busy" }],
    });
    expect(readdirSync(root)).toContain("disk");
  });

  test("a read-only mount says so", async ({ skip }) => {
    const mount = tmpfsFor("8m", skip);
    const { storageOf } = await fixtureFor();
    const storage = storageOf(null, mount.path);
    await put(storage, "f", "old");
    await storage.createFolder(at("d"));
    mount.run("mount", "-o", "remount,ro", mount.path);
    const key = "file/disk-read-only";
    expect(await readText(storage, "f")).toBe("old");
    expect(await outcomeOf(storage.write(at("f"), bytesOf("x"), { conflict: "replace", replaced: null }))).toBe(key);
    expect(await outcomeOf(storage.write(at("g"), bytesOf("x"), { conflict: "fail" }))).toBe(key);
    expect(await outcomeOf(storage.createFolder(at("e")))).toBe(key);
    expect(await outcomeOf(storage.rename(at("f"), at("g")))).toBe(key);
    expect(await outcomeOf(storage.copy(at("f"), at("d"), treeOptions()))).toBe(key);
    expect(await outcomeOf(storage.move(at("f"), at("d"), treeOptions()))).toBe(key);
    expect(await outcomeOf(storage.remove(at("f"), treeOptions()))).toBe(key);
    expect(await storage.remove(at("d"), treeOptions())).toMatchObject({ failures: [{ path: "r/d", error: key }] });
  });

  test("a full disk loses nothing and keeps no stump", async ({ skip }) => {
    const mount = tmpfsFor("8m", skip);
    const { storageOf } = await fixtureFor();
    const storage = storageOf(null, mount.path);
    await put(storage, "old", "old");
    await storage.createFolder(at("d"));
    await storage.write(at("d/five"), bytesOf(Buffer.alloc(5_000_000, 1)), { conflict: "fail" });
    async function* endless() {
      for (;;) yield Buffer.alloc(100_000, 2);
    }
    const free = (await storage.space(at(""))).freeBytes;
    expect(await outcomeOf(storage.write(at("old"), endless(), { conflict: "replace", replaced: null }))).toBe(
      "file/disk-full",
    );
    expect(await outcomeOf(storage.write(at("new"), endless(), { conflict: "fail" }))).toBe("file/disk-full");
    const copy = await storage.copy(at("d"), at(""), treeOptions("rename"));
    expect(copy.failures).toEqual([{ path: "r/d/five", error: "file/disk-full" }]);
    expect(await readText(storage, "old")).toBe("old");
    expect(readdirSync(mount.path).sort()).toEqual(["d", "old"]);
    expect((await storage.space(at(""))).freeBytes).toBeGreaterThan(free - 100_000);
  });

  test("a move to another disk copies, compares, then removes", async ({ skip }) => {
    const mount = tmpfsFor("64m", skip);
    const { storageOf, root } = await fixtureFor();
    mkdirSync(`${root}/disk`);
    mount.run("mount", "--bind", mount.path, `${root}/disk`);
    onTestFinished(() => mount.unmount(`${root}/disk`));
    const storage = storageOf(null);
    for (const folder of ["t", "t/sub", "t/empty"]) await storage.createFolder(at(folder));
    await storage.write(at("t/big"), bytesOf(Buffer.alloc(12_000_000, 7)), { conflict: "fail" });
    await put(storage, "t/sub/f", "f");
    execFileSync("ln", ["-s", "/nowhere", `${root}/t/sub/link`]);
    run("setfattr", "-n", "user.note", "-v", "kept", `${root}/t/sub/f`);
    chmodSync(`${root}/t/sub/f`, 0o4755);
    expect(await outcomeOf(storage.rename(at("t/sub/f"), at("disk/f")))).toBe("file/io");
    expect(existsSync(`${root}/disk/f`)).toBe(false);
    expect(await storage.move(at("t"), at("disk"), treeOptions())).toMatchObject({
      files: 3,
      failureCount: 0,
      path: "r/disk/t",
    });
    expect(existsSync(`${root}/t`)).toBe(false);
    expect(readFileSync(`${mount.path}/t/big`).equals(Buffer.alloc(12_000_000, 7))).toBe(true);
    expect((await storage.entry(at("disk/t/sub/link"))).link?.text).toBe("/nowhere");
    expect(statSync(`${mount.path}/t/sub/f`).mode).toBe(0o104755);
    const note = run("getfattr", "--only-values", "-n", "user.note", "--absolute-names", `${mount.path}/t/sub/f`);
    expect(note).toBe("kept");
    expect(await listNames(storage, "disk/t")).toEqual(["big", "empty", "sub"]);
    // Onto something: the same policies as on one disk.
    await storage.createFolder(at("t"));
    await put(storage, "t/big", "new");
    expect(await storage.move(at("t"), at("disk"), treeOptions("skip"))).toMatchObject({ skipped: 1 });
    expect(await readText(storage, "t/big")).toBe("new");
    expect(await storage.move(at("t"), at("disk"), treeOptions("replace"))).toMatchObject({ failureCount: 0 });
    expect(await readText(storage, "disk/t/big")).toBe("new");
    expect(existsSync(`${root}/t`)).toBe(false);
    // A full target keeps the source.
    await storage.write(at("huge"), bytesOf(Buffer.alloc(70_000_000)), { conflict: "fail" });
    expect(await outcomeOf(storage.move(at("huge"), at("disk"), treeOptions()))).toBe("file/disk-full");
    expect(statSync(`${root}/huge`).size).toBe(70_000_000);
    expect(readdirSync(mount.path)).toEqual(["t"]);
  });
});

describe("descriptors", () => {
  test("none is left open after readers that go away, failures and cancelled work", async () => {
    const { base, storage, limited, root } = await fixtureFor();
    await storage.write(at("f"), bytesOf(Buffer.alloc(3_000_000)), { conflict: "fail" });
    await storage.createFolder(at("d"));
    for (let index = 0; index < 50; index++) writeFileSync(`${root}/d/${index}`, "x");
    const actor = limited({ accessDirs: ["d"] });
    const count = () => openDescriptors(base);
    const round = async () => {
      const file = await storage.open(at("f"));
      for await (const chunk of file.stream()) {
        expect(chunk).toBeInstanceOf(Buffer);
        break;
      }
      const [one, other] = [file.stream(), file.stream()];
      one.resume();
      other.resume();
      await file.close();
      await file.close();
      for await (const page of storage.list(at("d"))) {
        expect(page.length).toBe(50);
        break;
      }
      expect(await outcomeOf(actor.open(at("f")))).toBe("file/not-found");
      expect(await outcomeOf(storage.open(at("d")))).toBe("file/not-file");
      expect(await outcomeOf(listAll(storage, "f"))).toBe("file/not-folder");
      expect(await outcomeOf(storage.copy(at("d"), at("none"), treeOptions()))).toBe("file/not-found");
      expect(await outcomeOf(storage.rename(at("d"), at("none/x")))).toBe("file/not-found");
      expect(await outcomeOf(storage.copy(at("d"), at(""), { conflict: "rename", signal: AbortSignal.abort() }))).toBe(
        "request/cancelled",
      );
      await storage.copy(at("d"), at(""), treeOptions("rename"));
      await storage.move(at("d (2)"), at("d"), treeOptions());
      await storage.remove(at("d/d (2)"), treeOptions());
      const abort = new AbortController();
      await storage.watch(at("d"), () => {}, abort.signal);
      abort.abort();
    };
    await round();
    const before = count();
    for (let index = 0; index < 10; index++) await round();
    expect(count()).toBe(before);
  });
});
