import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseVirtualPath } from "@/lib/shared/paths";
import { startSshd, whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { at, outcomeOf, put, treeOptions } from "@/lib/server/storage/conformance/support";
import { createSftpAdapter } from "./sftp-adapter";
import { connectTo, makeSftpFixture } from "./sftp-fixture";
import { back, discard, useTrashHost } from "./sftp-trash-fixture";

const trash = ".filedeck-trash";
const reason = whyNoSshd();

describe.skipIf(reason !== null)(`a trash on a host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  const { host, onDisk } = useTrashHost();

  test("lies in the topmost folder, closed to everybody else, and asking for it leaves nothing behind", async () => {
    const { storage } = host();
    await mkdir(onDisk("deep/deeper"), { recursive: true });
    await put(storage, "deep/deeper/a");
    await storage.trash.assertPossible(at("deep/deeper"));
    await storage.trash.plan(at("deep/deeper/a"), { ownerId: "mia", id: "1" });
    expect([await readdir(host().root), await readdir(onDisk("deep/deeper"))]).toEqual([["deep"], ["a"]]);
    const place = await discard(storage, at("deep/deeper/a"), "1");
    expect(place.folder).toBe(`sftp:host${host().root}/${trash}/mia/1`);
    for (const folder of [trash, `${trash}/mia`, `${trash}/mia/1`])
      expect((await lstat(onDisk(folder))).mode & 0o777).toBe(0o700);
    expect(await readFile(onDisk(`${trash}/mia/1/a`), "utf8")).toBe("deep/deeper/a");
    await storage.trash.restore(place, back("deep/deeper/a"));
    expect(await readdir(onDisk(trash))).toEqual([]);
  });

  test("nothing is tried out in a folder that the actor may only read", async () => {
    const { limited } = host();
    await mkdir(onDisk("d"));
    const before = await stat(onDisk("d"), { bigint: true });
    const reader = limited({ accessDirs: [""], readOnlyDirs: ["d"] });
    expect(await outcomeOf(reader.trash.assertPossible(at("d")))).toBe("trash/unavailable");
    expect((await stat(onDisk("d"), { bigint: true })).ctimeNs).toBe(before.ctimeNs);
    await reader.trash.assertPossible(at(""));
  });

  test("a link, or somebody else's folder, is no trash, and nothing goes through it", async () => {
    const { storage, outside } = host();
    const before = await outside?.fingerprint();
    await put(storage, "a");
    // What was found out is kept as long as the session, for some seconds.
    const forget = () => host().sshd.restart();
    await symlink(outside?.path ?? "", onDisk(trash));
    expect(await outcomeOf(storage.trash.assertPossible(at("")))).toBe("trash/unavailable");
    expect(await outcomeOf(discard(storage, at("a"), "1"))).toBe("trash/unavailable");
    await rm(onDisk(trash));
    const theirs = [async () => chown(onDisk(trash), 4321, 4321), async () => chmod(onDisk(trash), 0o777)];
    for (const give of theirs) {
      await mkdir(onDisk(trash), { mode: 0o700 });
      await give();
      await forget();
      expect(await outcomeOf(discard(storage, at("a"), "1"))).toBe("trash/unavailable");
      expect(await readdir(onDisk(trash))).toEqual([]);
      await rmdir(onDisk(trash));
    }
    await forget();
    // Prepared between the plan and its doing, and after it was done.
    const plan = await storage.trash.plan(at("a"), { ownerId: "mia", id: "1" });
    await symlink(outside?.path ?? "", onDisk(trash));
    expect(await outcomeOf(storage.trash.put(at("a"), plan))).toBe("trash/unavailable");
    await rm(onDisk(trash));
    await storage.trash.put(at("a"), plan);
    await rename(onDisk(trash), onDisk("moved"));
    await mkdir(path.join(outside?.path ?? "", "mia/1"), { recursive: true });
    await writeFile(path.join(outside?.path ?? "", "mia/1/a"), "theirs");
    await symlink(outside?.path ?? "", onDisk(trash));
    expect(await outcomeOf(storage.trash.open(plan.place))).toBe("trash/gone");
    expect(await outcomeOf(storage.trash.restore(plan.place, back("a")))).toBe("trash/gone");
    await storage.trash.purge(plan.place, treeOptions());
    expect(await readFile(path.join(outside?.path ?? "", "mia/1/a"), "utf8")).toBe("theirs");
    await rm(path.join(outside?.path ?? "", "mia"), { recursive: true });
    expect(await outside?.fingerprint()).toBe(before);
  });

  test("where the top has none for the account, the next folder below has one", async () => {
    const { storage } = host();
    await mkdir(onDisk("d"));
    await put(storage, "d/a");
    await writeFile(onDisk(trash), "a file");
    const { folder } = await discard(storage, at("d/a"), "1");
    expect(folder).toBe(`sftp:host${host().root}/d/${trash}/mia/1`);
  });

  test("only places in a trash are places", async () => {
    const { storage, root } = host();
    await put(storage, "a");
    const { folder, name } = await discard(storage, at("a"), "1");
    const top = `sftp:host${root}`;
    for (const wrong of [
      top,
      "sftp:host",
      `${top}/${trash}/mia`,
      `${top}/${trash}/../mia/1`,
      `${folder}/a/b/c`,
      "/etc",
    ])
      expect([wrong, await outcomeOf(storage.trash.purge({ folder: wrong, name }, treeOptions()))]).toEqual([
        wrong,
        "trash/gone",
      ]);
    expect(await storage.trash.find({ folder, name })).toBe("there");
    expect(await storage.trash.find({ folder: folder.replace("sftp:host", "sftp:other"), name })).toBe("away");
    expect(await storage.trash.find({ folder: folder.replace("sftp:host", ""), name })).toBe("away");
    expect(await storage.trash.mayReach(`sftp:other${root}/a`, "file")).toBe(false);
    await rm(onDisk(trash), { recursive: true });
    expect(await storage.trash.find({ folder, name })).toBe("away");
    await put(storage, "b");
    expect(await storage.trash.find({ folder, name })).toBe("vanished");
  });

  test("links go and come back as links, and are never followed there", async () => {
    const { storage, makeLink, outside } = host();
    await makeLink?.(outside?.path ?? "", "l");
    await mkdir(onDisk("d"));
    await makeLink?.(path.join(outside?.path ?? "", "secret"), "d/l");
    const link = await discard(storage, at("l"), "1");
    const tree = await discard(storage, at("d"), "2");
    expect(await outcomeOf(storage.trash.open(link))).toBe("file/not-file");
    expect(await storage.trash.measure(tree)).toEqual({ folders: 0, files: 1, bytes: 0 });
    expect(await storage.trash.restore(link, back("l"))).toMatchObject({ path: "r/l", failureCount: 0 });
    expect((await lstat(onDisk("l"))).isSymbolicLink()).toBe(true);
    expect(await storage.trash.purge(tree, treeOptions())).toMatchObject({ files: 1, failureCount: 0 });
    expect(await readFile(path.join(outside?.path ?? "", "secret"), "utf8")).toBe("secret");
  });

  test("what comes back is asked about with names that are no UTF-8, below as well", async () => {
    const { storage } = host();
    const odd = Buffer.concat([Buffer.from(onDisk("d/")), Buffer.from([0xff, 0x20, 0x0a, 0x25])]);
    await mkdir(onDisk("d"));
    await writeFile(odd, "odd");
    const file = parseVirtualPath("r/d/\udcff \n%");
    if (file === null) throw new Error("no path");
    const one = await discard(storage, file, "1");
    expect(one.name).toBe("\udcff \n%");
    await storage.trash.restore(one, { from: file, toFolder: at("d"), options: treeOptions() });
    expect(await readFile(odd, "utf8")).toBe("odd");
    const tree = await discard(storage, at("d"), "2");
    await mkdir(onDisk("d"));
    await storage.trash.restore(tree, { ...back("d"), options: treeOptions("skip") });
    expect(await readFile(odd, "utf8")).toBe("odd");
    expect(await readdir(onDisk(trash))).toEqual([]);
  });

  test("a file of another account in a folder of one's own goes and comes back, and what may not be touched stays", async () => {
    const other = await startSshd({ user: "nobody" });
    const theirs = connectTo(other);
    const shared = await makeSftpFixture(theirs.open);
    try {
      const { storage, base, root } = shared;
      await chmod(base, 0o755);
      await chown(root, 65534, 65534);
      await writeFile(path.join(root, "of-root"), "of root", { mode: 0o600 });
      const place = await discard(storage, at("of-root"), "1");
      expect(await storage.trash.find(place)).toBe("there");
      expect(await storage.trash.restore(place, back("of-root"))).toMatchObject({ failureCount: 0 });
      expect(await lstat(path.join(root, "of-root"))).toMatchObject({ uid: 0, size: 7 });
      await discard(storage, at("of-root"), "2");
      await writeFile(path.join(root, "of-root"), "new");
      expect(
        await outcomeOf(storage.trash.restore({ ...place, folder: place.folder.replace(/1$/, "2") }, back("of-root"))),
      ).toBe("file/exists");
      expect(await readFile(path.join(root, "of-root"), "utf8")).toBe("new");
      await mkdir(path.join(root, "closed"), { mode: 0o755 });
      await writeFile(path.join(root, "closed/a"), "a");
      expect(await outcomeOf(storage.trash.assertPossible(at("closed")))).toBe("trash/unavailable");
      expect(await outcomeOf(discard(storage, at("closed/a"), "3"))).toBe("trash/unavailable");
      // Closed since it was found to be open.
      await chown(root, 0, 0);
      expect(await outcomeOf(discard(storage, at("of-root"), "4"))).toBe("file/access-denied");
      expect(existsSync(path.join(root, "of-root"))).toBe(true);
    } finally {
      theirs.end();
      await other.stop();
      await shared.close();
    }
  });

  test("on another file system it is that one's", async () => {
    const folder = await mkdtemp("/dev/shm/storage-");
    const roots = [{ id: "r", note: "", place: "sftp:host", writable: true }];
    const storage = createSftpAdapter(host().connection.open).create({
      roots,
      scopes: null,
      protectedPaths: [],
      asker: null,
    });
    try {
      await writeFile(path.join(folder, "a"), "a");
      const place = await discard(storage, at(`${folder.slice(1)}/a`), "1");
      expect(place.folder).toBe(`sftp:host/dev/shm/${trash}/mia/1`);
      // To the other file system it is copied, compared and removed.
      const to = at(host().root.slice(1));
      const restored = { from: at(`${folder.slice(1)}/a`), toFolder: to, options: treeOptions() };
      expect(await storage.trash.restore(place, restored)).toMatchObject({ files: 1, bytes: 1, failureCount: 0 });
      expect(await readFile(onDisk("a"), "utf8")).toBe("a");
      expect(await readdir(`/dev/shm/${trash}`)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rm(`/dev/shm/${trash}`, { recursive: true, force: true });
    }
  });

  test("what is mounted itself cannot go", async ({ skip }) => {
    const mount = tryTmpfs("2m");
    if ("reason" in mount) {
      skip(mount.reason);
      return;
    }
    await mkdir(onDisk("disk"));
    mount.run("mount", "--bind", mount.path, onDisk("disk"));
    try {
      await writeFile(onDisk("disk/a"), "a");
      const { folder } = await discard(host().storage, at("disk/a"), "1");
      expect(folder).toBe(`sftp:host${host().root}/disk/${trash}/mia/1`);
      expect(await outcomeOf(discard(host().storage, at("disk"), "2"))).toBe("trash/unavailable");
      expect(await readdir(onDisk(trash))).toEqual([]);
    } finally {
      mount.unmount(onDisk("disk"));
      mount.unmount();
    }
  });
});
