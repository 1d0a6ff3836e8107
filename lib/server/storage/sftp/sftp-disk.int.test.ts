import { chmod, chown, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { at, bytesOf, listAll, outcomeOf, put, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import { tryBind, tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { createSftpSession } from "./create-sftp-session";
import { connectClient, connectTo, makeSftpFixture, type SftpFixture } from "./sftp-fixture";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";

const reason = whyNoSshd();

describe.skipIf(reason !== null)(`files on a host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  let fixture: SftpFixture;
  let started: Promise<{ sshd: Sshd; connection: ReturnType<typeof connectTo> }> | null = null;
  const begin = async () => {
    const sshd = await startSshd();
    return { sshd, connection: connectTo(sshd) };
  };

  beforeEach(async () => {
    fixture = await makeSftpFixture((await (started ??= begin())).connection.open);
  });
  afterEach(() => fixture.close());
  afterAll(async () => {
    const known = await started;
    known?.connection.end();
    await known?.sshd.stop();
  });

  const onDisk = (name: string) => path.join(fixture.root, name);

  test("a change within the same second and of the same length is seen by a save", async () => {
    const { storage } = fixture;
    await put(storage, "a", "one");
    await readText(storage, "a");
    const { etag } = await storage.stat(at("a"));
    const { mtime } = await stat(onDisk("a"));
    await writeFile(onDisk("a"), "two");
    await utimes(onDisk("a"), mtime, mtime);
    expect((await storage.stat(at("a"))).etag).toBe(etag);
    const save = () => storage.write(at("a"), bytesOf("mine"), { conflict: "replace", replaced: null, ifMatch: etag });
    expect(await outcomeOf(save())).toBe("file/changed");
    expect(await readFile(onDisk("a"), "utf8")).toBe("two");
    // Whoever has read what is there now may replace it.
    expect(await readText(storage, "a")).toBe("two");
    await save();
    expect(await readText(storage, "a")).toBe("mine");
  });

  test("saves one after the other never give an ETag twice", async () => {
    const { storage } = fixture;
    const etags: string[] = [];
    for (let round = 0; round < 6; round++)
      etags.push((await storage.write(at("a"), bytesOf(`${round}`), { conflict: "replace", replaced: null })).etag);
    expect(new Set(etags).size).toBe(6);
  });

  test("mode and owner stay when a file is replaced, and special bits go for others than root", async () => {
    const { storage, limited } = fixture;
    await writeFile(onDisk("a"), "old");
    await chown(onDisk("a"), 1234, 4321);
    await chmod(onDisk("a"), 0o4640);
    await put(storage, "a", "by root");
    expect(await stat(onDisk("a"))).toMatchObject({ uid: 1234, gid: 4321, mode: 0o104640 });
    await put(limited({ accessDirs: [""] }), "a", "by another");
    expect(await stat(onDisk("a"))).toMatchObject({ uid: 1234, gid: 4321, mode: 0o100640 });
    expect(await storage.details(at("a"))).toMatchObject({ uid: 1234, owner: null, mode: 0o640 });
    expect(await storage.details(at(""))).toMatchObject({ owner: "root", kind: "folder" });
  });

  test("a copy keeps its mode, and is never more open than what it is made of", async () => {
    const { storage } = fixture;
    await storage.createFolder(at("to"));
    await writeFile(onDisk("a"), Buffer.alloc(40_000_000), { mode: 0o600 });
    const seen = new Set<number>();
    const look = async () => {
      for (const name of await readdir(onDisk("to")))
        seen.add((await stat(path.join(onDisk("to"), name))).mode & 0o777);
    };
    const onProgress = () => void look().catch(() => {}); // renamed between the two
    expect(await storage.copy(at("a"), at("to"), { ...treeOptions(), onProgress })).toMatchObject({
      bytes: 40_000_000,
    });
    await look();
    expect([...seen]).toEqual([0o600]);
    await chmod(onDisk("a"), 0o755);
    await storage.copy(at("a"), at("to"), treeOptions("replace"));
    expect((await stat(onDisk("to/a"))).mode & 0o777).toBe(0o755);
    await storage.sync(at(""));
  });

  test("a folder does not bring anything to where its owner may only read", async () => {
    const { storage, limited } = fixture;
    for (const folder of ["from", "from/x", "from/x/ro", "to"]) await storage.createFolder(at(folder));
    await put(storage, "from/x/f");
    await put(storage, "from/x/ro/g");
    const actor = limited({ accessDirs: [""], readOnlyDirs: ["to/x/ro"] });
    const result = await actor.move(at("from/x"), at("to"), treeOptions());
    expect(result.failures).toEqual([{ path: "r/from/x/ro", error: "file/read-only" }]);
    expect(await readFile(onDisk("to/x/f"), "utf8")).toBe("from/x/f");
    expect(await readFile(onDisk("from/x/ro/g"), "utf8")).toBe("from/x/ro/g");
  });

  test("what a killed run left long ago goes when somebody looks who may write there", async () => {
    const { storage, limited, truth } = fixture;
    const [old, fresh] = [1, 2].map((count) => `.filedeck-${"0".repeat(15)}${count}-0123456789abcdef.part`);
    const part = `.filedeck-upload-${"0".repeat(32)}.part`;
    for (const name of [old, fresh, part]) await writeFile(onDisk(name ?? ""), "half");
    for (const name of [old, part]) await utimes(onDisk(name ?? ""), 1_500_000_000, 1_500_000_000);
    await listAll(limited({ readOnlyDirs: [""] }), "");
    expect(await truth("")).toHaveLength(3);
    expect(await listAll(storage, "")).toEqual([]);
    expect(await truth("")).toEqual([fresh, part]);
  });

  test("attributes are set, below as well", async () => {
    const { storage } = fixture;
    await storage.createFolder(at("d"));
    await put(storage, "d/plain");
    await put(storage, "d/run");
    await chmod(onDisk("d/run"), 0o755);
    await fixture.makeLink?.("plain", "d/link");
    const change = { mode: 0o640, owner: "12", group: "34", mtimeMs: 1_500_000_000_000 };
    const done = await storage.setAttributes(at("d"), { ...treeOptions(), change: { mode: 0o750 }, recursive: true });
    expect(done).toMatchObject({ files: 4, failureCount: 0 });
    const modes = await Promise.all(
      ["d", "d/plain", "d/run"].map(async (name) => (await stat(onDisk(name))).mode & 0o777),
    );
    expect(modes).toEqual([0o750, 0o640, 0o750]);
    await storage.setAttributes(at("d/run"), { ...treeOptions(), change, recursive: false });
    expect(await stat(onDisk("d/run"))).toMatchObject({ uid: 12, gid: 34, mode: 0o100640, mtimeMs: 1_500_000_000_000 });
    const named = { ...treeOptions(), change: { owner: "somebody" }, recursive: false };
    expect(await outcomeOf(storage.setAttributes(at("d/run"), named))).toBe("file/no-owner");
  });

  test("a pipe is not opened, neither to be read nor to be replaced", async ({ skip }) => {
    const mount = tryTmpfs("1m");
    if ("reason" in mount) {
      skip(mount.reason);
      return;
    }
    mount.run("mkfifo", onDisk("pipe"));
    mount.unmount();
    const { storage } = fixture;
    expect((await listAll(storage, ""))[0]).toMatchObject({ name: "pipe", kind: "special" });
    expect(await outcomeOf(storage.open(at("pipe")))).toBe("file/special");
    expect(await outcomeOf(put(storage, "pipe"))).toBe("file/special");
    expect(await outcomeOf(storage.copy(at("pipe"), at(""), treeOptions("rename")))).toBe("file/special");
  });

  test("files that say they are empty, or a page long, are read to their end, and copied so", async ({ skip }) => {
    const { storage } = fixture;
    await storage.createFolder(at("to"));
    for (const [folder, files] of [
      ["proc", ["version", "kallsyms"]],
      ["sys", ["kernel/uevent_seqnum"]],
    ] as const) {
      const bound = tryBind(`/${folder}`, onDisk(folder));
      if ("reason" in bound) {
        skip(bound.reason);
        return;
      }
      try {
        for (const name of files.map((file) => `${folder}/${file}`)) {
          const wanted = await readFile(`/${name}`, "utf8");
          expect((await readText(storage, name)) === wanted).toBe(true);
          const { path: copy } = await storage.copy(at(name), at("to"), treeOptions());
          expect((await readFile(onDisk(copy.slice(2)), "utf8")) === wanted).toBe(true);
        }
      } finally {
        // Before the fixture goes, with all that is in it.
        bound.unmount();
      }
    }
    for (const length of [0, 4096, 65_536]) {
      await put(storage, `plain ${length}`, "x".repeat(length));
      const file = await storage.open(at(`plain ${length}`));
      expect([file.isSpooled, file.stat.sizeBytes]).toEqual([false, length]);
      await file.close();
      await storage.copy(at(`plain ${length}`), at("to"), treeOptions());
      expect((await stat(onDisk(`to/plain ${length}`))).size).toBe(length);
    }
  });

  test("a full disk says so, and the old file stays", async ({ skip }) => {
    const mount = tryTmpfs("2m");
    if ("reason" in mount) {
      skip(mount.reason);
      return;
    }
    const small = await makeSftpFixture((await (started ??= begin())).connection.open, mount.path);
    try {
      const { storage, truth } = small;
      await put(storage, "a", "old");
      const big = Buffer.alloc(8 * 1_048_576, "x");
      expect(await outcomeOf(storage.write(at("a"), big, { conflict: "replace", replaced: null }))).toBe(
        "file/disk-full",
      );
      expect(await readText(storage, "a")).toBe("old");
      expect(await truth("")).toEqual(["a"]);
      const { totalBytes, freeBytes } = await storage.space(at(""));
      expect([totalBytes, freeBytes > 1_900_000, freeBytes < totalBytes]).toEqual([2 * 1_048_576, true, true]);
    } finally {
      await small.close();
      mount.unmount();
    }
  });

  test("what the account may not do is refused", async () => {
    const sshd = await startSshd({ user: "nobody" });
    const connection = connectTo(sshd);
    const other = await makeSftpFixture(connection.open);
    try {
      const { storage, base, root } = other;
      for (const folder of [base, root]) await chmod(folder, 0o777);
      await writeFile(path.join(root, "secret"), "secret", { mode: 0o600 });
      await writeFile(path.join(root, "shared"), "old");
      await chmod(path.join(root, "shared"), 0o666);
      expect(await outcomeOf(storage.open(at("secret")))).toBe("file/access-denied");
      await put(storage, "shared", "new");
      // What it may not give away it keeps, with the rights of all others as they were.
      const { uid, mode } = await stat(path.join(root, "shared"));
      expect([uid !== 0, mode & 0o7777, await readFile(path.join(root, "shared"), "utf8")]).toEqual([
        true,
        0o666,
        "new",
      ]);
      await chmod(root, 0o755);
      expect(await outcomeOf(storage.createFolder(at("d")))).toBe("file/access-denied");
      expect(await outcomeOf(put(storage, "shared", "x"))).toBe("file/access-denied");
      expect(await storage.remove(at("shared"), treeOptions()).catch(({ key }: { key: string }) => key)).toBe(
        "file/access-denied",
      );
      await chmod(root, 0o700);
      expect(await outcomeOf(listAll(storage, ""))).toBe("file/access-denied");
      expect(await outcomeOf(storage.stat(at("shared")))).toBe("file/access-denied");
    } finally {
      connection.end();
      await sshd.stop();
      await other.close();
    }
  });

  test("an end of the connection is told, and what is offered is known", async () => {
    const { sshd } = await (started ??= begin());
    const client = await connectClient(sshd);
    const session = await createSftpSession(client);
    const { readBytes, writeBytes } = session.limits;
    expect([session.offers("posix-rename@openssh.com"), readBytes > 200_000, writeBytes > 200_000]).toEqual([
      true,
      true,
      true,
    ]);
    client.end();
    await session.ended;
    expect(session.isEnded).toBe(true);
    await expect(session.lstat("/")).rejects.toMatchObject({ key: "storage/away" });
    await expect(createSftpSession(client)).rejects.toMatchObject({ key: "storage/away" });
  });
});
