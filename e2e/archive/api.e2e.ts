import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { Task } from "@/lib/contracts/task";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

async function run(server: Filedeck, session: Session, way: "compress" | "uncompress", body: object): Promise<Task> {
  const { status, answer, text } = await call<{ taskId: string }>(server, `file/${way}`, { session, body });
  expect(status, text).toBe(200);
  return finishTask(server, session, answer.data.taskId);
}

const python = (script: string, ...args: string[]) => execFileSync("python3", ["-c", script, ...args]);

for (const format of ["zip", "tar", "tar.gz"] as const)
  test(`${format}: packed here, read by others; packed by others, unpacked here`, async ({
    server,
    root,
    tempRoot,
  }) => {
    const { dir, path: base } = tempRoot({
      box: { "a.txt": "a".repeat(5000), empty: {}, sub: { "ü ñ.txt": "deep" } },
      "b.sh": "b",
    });
    chmodSync(path.join(dir, "b.sh"), 0o755);
    symlinkSync("/etc/passwd", path.join(dir, "box/link"));
    const files = [`${base}/box`, `${base}/b.sh`];
    const packed = await run(server, root, "compress", { files, to: base, name: `out.${format}`, format });
    expect(packed).toMatchObject({ state: "done", files: 3, skipped: 1 });
    const archive = path.join(dir, `out.${format}`);
    const listed = execFileSync(format === "zip" ? "unzip" : "tar", [
      format === "zip" ? "-Z1" : "-tf",
      archive,
    ]).toString();
    expect(listed).toContain("box/empty/");
    expect(listed).not.toContain("link");

    const unpacked = await run(server, root, "uncompress", { path: `${base}/out.${format}`, to: base });
    expect(unpacked).toMatchObject({ state: "done", files: 3 });
    expect(readFileSync(path.join(dir, "out/box/sub/ü ñ.txt"), "utf8")).toBe("deep");
    expect(readdirSync(path.join(dir, "out/box/empty"))).toEqual([]);
    expect(statSync(path.join(dir, "out/b.sh")).mode & 0o777).toBe(0o755);
    // Once more: what is there stays.
    await run(server, root, "uncompress", { path: `${base}/out.${format}`, to: base });
    expect(readdirSync(dir).toSorted()).toEqual(["b.sh", "box", "out", "out (2)", `out.${format}`]);
  });

test("what leads out of the folder, links and devices are refused one by one, and the rest arrives", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({});
  python(
    `
import sys, zipfile, tarfile, io
d = sys.argv[1]
z = zipfile.ZipFile(d + "/slip.zip", "w")
z.writestr("ok.txt", "fine"); z.writestr("also/ok.txt", "fine")
z.writestr("../slipped.txt", "bad"); z.writestr("/tmp/filedeck-slipped.txt", "bad"); z.writestr("a/../../slipped.txt", "bad")
i = zipfile.ZipInfo("link"); i.create_system = 3; i.external_attr = 0o120777 << 16; z.writestr(i, "/etc/passwd")
z.close()
t = tarfile.open(d + "/slip.tar.gz", "w:gz")
def add(name, type=tarfile.REGTYPE, link="", data=b"fine"):
    e = tarfile.TarInfo(name); e.type = type; e.linkname = link; e.size = len(data) if type == tarfile.REGTYPE else 0
    t.addfile(e, io.BytesIO(data))
add("ok.txt"); add("also/ok.txt"); add("../slipped.txt"); add("/tmp/filedeck-slipped.txt")
add("link", tarfile.SYMTYPE, "/etc"); add("link/shadow"); add("hard", tarfile.LNKTYPE, "ok.txt"); add("null", tarfile.CHRTYPE)
t.close()`,
    dir,
  );
  for (const name of ["slip.zip", "slip.tar.gz"]) {
    const task = await run(server, root, "uncompress", { path: `${base}/${name}`, to: base });
    expect(task.state).toBe("failed");
    expect(new Set(task.failures.map(({ error }) => error))).toEqual(new Set(["file/name-invalid", "archive/link"]));
  }
  expect(readFileSync(path.join(dir, "slip/ok.txt"), "utf8")).toBe("fine");
  expect(readFileSync(path.join(dir, "slip (2)/also/ok.txt"), "utf8")).toBe("fine");
  // An entry below a refused link gets a folder of its own instead.
  expect(lstatSync(path.join(dir, "slip (2)/link")).isDirectory()).toBe(true);
  expect(readdirSync(path.dirname(dir))).not.toContain("slipped.txt");
  expect(readdirSync("/tmp")).not.toContain("filedeck-slipped.txt");
});

test("bombs, damage and strangers are refused with a word and leave nothing; names of old zips are guessed", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ "no.zip": "not a zip", "cut.tar.gz": "" });
  python(
    `
import sys, zipfile, gzip, struct
d = sys.argv[1]
z = zipfile.ZipFile(d + "/bomb.zip", "w", zipfile.ZIP_DEFLATED)
f = z.open(zipfile.ZipInfo("zeros"), "w", force_zip64=True) if False else z.open("zeros", "w", force_zip64=True)
block = b"\\0" * (1 << 20)
for _ in range(1100): f.write(block)
f.close(); z.close()
name = "\\u65e5\\u672c\\u8a9e\\u306e\\u30d5\\u30a1\\u30a4\\u30eb.txt".encode("shift_jis")
z = zipfile.ZipFile(d + "/old.zip", "w")
z.writestr("X" * len(name), "x"); z.close()
b = open(d + "/old.zip", "rb").read().replace(b"X" * len(name), name); open(d + "/old.zip", "wb").write(b)
g = gzip.compress(b"\\0" * 100000)[:40]; open(d + "/cut.tar.gz", "wb").write(g)`,
    dir,
  );
  // What can be told before a task begins is an ordinary answer.
  const errorOf = async (name: string) => {
    const body = { path: `${base}/${name}`, to: base };
    const { answer } = await call<{ taskId: string }>(server, "file/uncompress", { session: root, body });
    return answer.error ?? (await finishTask(server, root, answer.data.taskId)).failures[0]?.error;
  };
  expect(await errorOf("no.zip")).toBe("archive/format");
  expect(await errorOf("cut.tar.gz")).toBe("archive/broken");
  expect(await errorOf("bomb.zip")).toBe("archive/bomb");
  expect(readdirSync(dir).toSorted()).toEqual(["bomb.zip", "cut.tar.gz", "no.zip", "old.zip"]);
  await run(server, root, "uncompress", { path: `${base}/old.zip`, to: base, encoding: "shift-jis" });
  expect(readdirSync(dir)).toContain("日本語のファイル.txt");
});

test("an archive takes nothing that its maker may not read, and goes nowhere where they may not write", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ mine: { "a.txt": "a", closed: { "secret.txt": "TOP-SECRET" } }, theirs: {} });
  const [mine, theirs] = [path.join(dir, "mine"), path.join(dir, "theirs")];
  const permissions = ["file_read", "filecat_file_context_update_upload_created_copy_decompression"] as const;
  const options = { permissions, access: [mine], readOnly: [theirs], deny: [path.join(mine, "closed")] };
  const user = await signIn(server, await makeUser(server, root, options));
  const packed = await run(server, user, "compress", {
    files: [`${base}/mine`],
    to: `${base}/mine`,
    name: "m.tar",
    format: "tar",
  });
  expect(packed).toMatchObject({ state: "done", files: 1 });
  expect(readFileSync(path.join(mine, "m.tar")).includes("TOP-SECRET")).toBe(false);
  mkdirSync(path.join(dir, "outside"));
  writeFileSync(path.join(theirs, "t.tar"), readFileSync(path.join(mine, "m.tar")));
  const out = await call(server, "file/compress", {
    session: user,
    body: { files: [`${base}/mine`], to: `${base}/outside`, name: "m.zip" },
  });
  expect(out.status).toBe(404);
  const readOnly = await run(server, user, "uncompress", { path: `${base}/theirs/t.tar`, to: `${base}/theirs` });
  expect(readOnly.failures[0]?.error).toBe("file/read-only");
  expect(readdirSync(theirs)).toEqual(["t.tar"]);
});
