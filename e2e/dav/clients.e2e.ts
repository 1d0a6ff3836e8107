import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { makeAppPassword, missing, turnDav } from "../support/dav-client";
import { serverTest as test } from "../support/server-test";
import { startFiledeck } from "../support/start-filedeck";
import { startNginx } from "../support/start-proxy";
import { signIn } from "../support/api-client";

function run(command: string, args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: 100_000, ...options });
  return { status, output: `${stdout}\n${stderr}` };
}

test("litmus finds nothing wrong: basic, copymove, props, locks, http, also behind nginx that strips the base path", async () => {
  const reason = missing("/usr/bin/litmus");
  test.skip(reason !== null, reason ?? "");
  test.setTimeout(150_000);
  const server = await startFiledeck({
    basePath: "/deck",
    env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" },
  });
  const changes = { "127.0.0.1:8480": `127.0.0.1:${server.port}`, "/files/": "/deck/" };
  const proxy = await startNginx({ example: "prefix-stripped.conf", changes });
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-litmus-"));
  try {
    const root = await signIn(server);
    await turnDav(server, root, true);
    const { username, password } = await makeAppPassword(server, root);
    const { output, status } = run(
      "litmus",
      ["-k", `http://127.0.0.1:${proxy.port}/deck/dav/files/`, username, password],
      {
        cwd: dir,
      },
    );
    const summaries = [...output.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed/g)];
    expect(summaries.map(([, name]) => name)).toEqual(["basic", "copymove", "props", "locks", "http"]);
    for (const [, name, ran, passed] of summaries) expect.soft([name, passed], output).toEqual([name, ran]);
    // Its one warning is nginx's: it takes a fragment off the address of a DELETE, which the server itself refuses.
    expect(output).not.toContain("FAIL");
    expect(status).toBe(0);
    expect(server.output()).not.toContain('"level":50');
  } finally {
    rmSync(dir, { recursive: true, force: true });
    await proxy.stop();
    await server.remove();
  }
});

for (const vendor of ["other", "owncloud"]) {
  test(`rclone copies, checks, syncs, moves and deletes a tree (vendor ${vendor})`, async ({
    server,
    root,
    tempRoot,
  }) => {
    const reason = missing("/usr/bin/rclone");
    test.skip(reason !== null, reason ?? "");
    test.setTimeout(120_000);
    await turnDav(server, root, true);
    const { username, password } = await makeAppPassword(server, root);
    const { dir, path: folder } = tempRoot();
    const local = mkdtempSync(path.join(tmpdir(), "filedeck-rclone-"));
    const config = `${local}.conf`;
    try {
      mkdirSync(path.join(local, "deep/with space ü"), { recursive: true });
      writeFileSync(path.join(local, "a.txt"), "one");
      writeFileSync(path.join(local, "deep/with space ü/100% #1?.bin"), Buffer.alloc(3_000_000, 7));
      writeFileSync(path.join(local, "empty"), "");
      utimesSync(path.join(local, "a.txt"), 1_500_000_000, 1_500_000_000);
      const obscured = run("rclone", ["obscure", "-"], { input: password }).output.trim();
      const entry = `[deck]\ntype = webdav\nurl = ${server.url}/dav/${folder}\nvendor = ${vendor}\nuser = ${username}\npass = ${obscured}\n`;
      writeFileSync(config, entry);
      const rclone = (...args: string[]) => {
        const { status, output } = run("rclone", ["--config", config, "--retries", "1", ...args]);
        expect(status, `rclone ${args.join(" ")}\n${output}`).toBe(0);
        return output;
      };
      rclone("copy", local, "deck:tree");
      expect(readFileSync(path.join(dir, "tree/deep/with space ü/100% #1?.bin"))).toHaveLength(3_000_000);
      expect(readFileSync(path.join(dir, "tree/a.txt"), "utf8")).toBe("one");
      if (vendor === "owncloud") expect(statSync(path.join(dir, "tree/a.txt")).mtimeMs).toBe(1_500_000_000_000);
      rclone("check", "--download", local, "deck:tree");

      writeFileSync(path.join(local, "a.txt"), "two, and longer");
      rmSync(path.join(local, "empty"));
      rclone("sync", local, "deck:tree");
      expect(readdirSync(path.join(dir, "tree")).toSorted()).toEqual(["a.txt", "deep"]);
      expect(readFileSync(path.join(dir, "tree/a.txt"), "utf8")).toBe("two, and longer");

      rclone("moveto", "deck:tree/a.txt", "deck:tree/b.txt");
      rclone("copyto", "deck:tree/b.txt", "deck:tree/c.txt");
      expect(readFileSync(path.join(dir, "tree/c.txt"), "utf8")).toBe("two, and longer");
      expect(rclone("lsf", "-R", "deck:tree").trim().split("\n").toSorted()).toEqual(
        ["b.txt", "c.txt", "deep/", "deep/with space ü/", "deep/with space ü/100% #1?.bin"].toSorted(),
      );
      expect(rclone("about", "deck:")).toContain("Free:");
      rclone("purge", "deck:tree");
      expect(existsSync(path.join(dir, "tree"))).toBe(false);
    } finally {
      rmSync(local, { recursive: true, force: true });
      rmSync(config, { force: true });
    }
  });
}

test("davfs2 mounts it as a folder: write, read, rename, delete, unmount", async ({ server, root, tempRoot }) => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !existsSync("/dev/fuse")) run("mknod", ["/dev/fuse", "c", "10", "229"]);
  const reason =
    missing("/usr/sbin/mount.davfs") ??
    missing("/dev/fuse") ??
    (isRoot ? null : "mounting needs root") ??
    (run("dd", ["if=/dev/fuse", "count=0"]).status === 0 ? null : "/dev/fuse cannot be opened here");
  test.skip(reason !== null, reason ?? "");
  test.setTimeout(120_000);
  await turnDav(server, root, true);
  const { username, password } = await makeAppPassword(server, root);
  const { dir, path: folder } = tempRoot({ "there.txt": "from the server" });
  const work = mkdtempSync(path.join(tmpdir(), "filedeck-davfs-"));
  const [mount, config, secrets] = ["mount", "davfs2.conf", "secrets"].map((name) => path.join(work, name)) as [
    string,
    string,
    string,
  ]; // three names
  mkdirSync(mount);
  const url = `${server.url}/dav/${folder}`;
  writeFileSync(secrets, `${url} ${username} ${password}\n`, { mode: 0o600 });
  writeFileSync(config, `secrets ${secrets}\nask_auth 0\ndelay_upload 0\nuse_locks 1\n`);
  const mounted = run("mount.davfs", ["-o", `conf=${config},uid=0,gid=0`, url, mount]);
  const isRefused = mounted.status !== 0 && /fuse|Operation not permitted/i.test(mounted.output);
  try {
    test.skip(isRefused, `nothing can be mounted here: ${mounted.output.trim()}`);
    expect(mounted.status, mounted.output).toBe(0);
    expect(readFileSync(path.join(mount, "there.txt"), "utf8")).toBe("from the server");
    writeFileSync(path.join(mount, "new ü.bin"), Buffer.alloc(2_000_000, 3));
    mkdirSync(path.join(mount, "sub"));
    await expect
      .poll(() => existsSync(path.join(dir, "new ü.bin")) && statSync(path.join(dir, "new ü.bin")).size)
      .toBe(2_000_000);
    expect(run("mv", [path.join(mount, "new ü.bin"), path.join(mount, "sub/moved.bin")]).status).toBe(0);
    // By its name: davfs2 1.6 cannot list a folder on newer kernels (EINVAL), whatever the server answers.
    expect(statSync(path.join(mount, "sub/moved.bin")).size).toBe(2_000_000);
    rmSync(path.join(mount, "there.txt"));
  } finally {
    if (mounted.status === 0) expect(run("umount", [mount]).status).toBe(0);
    rmSync(work, { recursive: true, force: true });
  }
  expect(readdirSync(dir)).toEqual(["sub"]);
  expect(readFileSync(path.join(dir, "sub/moved.bin"))).toEqual(Buffer.alloc(2_000_000, 3));
});
