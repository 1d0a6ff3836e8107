import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { makeTar } from "@/lib/client/upload/make-tar";
import { makeArchiveTree, readTree } from "@/e2e/support/archive-tree";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

type Report = { files: number; folders: number; skipped: number; failureCount: number; failures: unknown[] };

async function sendTar(folder: string, body: Buffer, query = "", token?: string) {
  const target = `/api/file/upload-many?to=${folder}${query}`;
  const reply = await server.send("POST", target, { body, ...(token === undefined ? {} : { token }) });
  return { status: reply.status, ...(JSON.parse(reply.body.toString()) as { error?: string; data: Report }) };
}

const tarOf = (dir: string, ...options: string[]) =>
  execFileSync("tar", ["-c", "-C", dir, ...options, "."], { maxBuffer: 100_000_000 });

const longName = `${"long-".repeat(40)}ä.txt`;

test.each([["gnu"], ["pax"], ["ustar"]])(
  "stores what tar --format=%s sends: names, times, empty folders",
  async (format) => {
    const from = makeFolder(server).dir;
    const { dir, path: folder } = makeFolder(server);
    mkdirSync(path.join(from, "a/empty"), { recursive: true });
    writeFileSync(path.join(from, "a/small"), "small");
    writeFileSync(path.join(from, "nothing"), "");
    writeFileSync(path.join(from, "big"), Buffer.alloc(1_500_000, "big"));
    writeFileSync(Buffer.concat([Buffer.from(`${from}/`), Buffer.from([0x78, 0xff])]), "bytes");
    if (format !== "ustar") writeFileSync(path.join(from, longName), "long");
    utimesSync(path.join(from, "a/small"), 1_000_000_000, 1_000_000_000);
    const { status, data } = await sendTar(folder, tarOf(from, `--format=${format}`));
    expect([status, data.failures, data.folders]).toEqual([200, [], 2]);
    expect(readdirSync(dir, { recursive: true, encoding: "latin1" }).toSorted()).toEqual(
      readdirSync(from, { recursive: true, encoding: "latin1" }).toSorted(),
    );
    expect(readFileSync(path.join(dir, "big")).equals(readFileSync(path.join(from, "big")))).toBe(true);
    expect(statSync(path.join(dir, "a/small")).mtimeMs).toBe(1_000_000_000_000);
  },
);

test("sparse files come whole, hard links with their content, and nothing is wider than it was", async () => {
  const from = makeFolder(server).dir;
  const { dir, path: folder } = makeFolder(server);
  makeArchiveTree(from);
  const { data } = await sendTar(folder, tarOf(from, "--format=pax", "-S"));
  expect(data.failures).toHaveLength(2);
  for (const name of ["./link", "./fifo"])
    expect(data.failures).toContainEqual({ path: name, error: "upload/entry-kind" });
  const [wanted, got] = [readTree(from), readTree(dir)];
  expect([...got.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
  for (const [name, { kind, content, mode, mtimeS, allocatedBytes }] of wanted) {
    const there = got.get(name);
    expect([name, there?.content, (there?.mode ?? 0) & ~mode & 0o077]).toEqual([name, content, 0]);
    if (kind === "folder") continue;
    expect([name, there?.mtimeS]).toEqual([name, mtimeS]);
    expect([name, (there?.allocatedBytes ?? 0) <= allocatedBytes + 8192]).toEqual([name, true]);
  }
});

test.each([
  ["replace", "NEW", null],
  ["rename", "OLD", "NEW"],
  ["skip", "OLD", null],
] as const)(
  "entries of one name arrive in their order, also through a link in the way: %s",
  async (conflict, first, second) => {
    const { dir, path: folder } = makeFolder(server);
    mkdirSync(path.join(dir, "real"));
    symlinkSync("real", path.join(dir, "link"));
    const pairs = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "real" : "link")).map((other, index) => [
      // The older ones take longer to write.
      { name: `real/a${index}.txt`, text: `OLD${"x".repeat(120_000)}` },
      { name: `${other}/a${index}.txt`, text: "NEW" },
    ]);
    const entries = pairs.flat().map(({ name, text }) => {
      const content = Buffer.from(text);
      const head = tarHeader({ name, sizeBytes: content.length, mtimeMs: 0, type: "0" });
      return Buffer.concat([head, content, new Uint8Array(tarPadding(content.length))]);
    });
    const body = Buffer.concat([...entries, Buffer.alloc(2 * tarBlockBytes)]);
    const { data } = await sendTar(folder, body, `&conflict=${conflict}`);
    expect([data.failureCount, data.files + data.skipped]).toEqual([0, 80]);
    const read = (name: string) => readFileSync(path.join(dir, "real", name), "latin1").slice(0, 3);
    const names = readdirSync(path.join(dir, "real"));
    for (const index of pairs.keys()) {
      expect([index, read(`a${index}.txt`)]).toEqual([index, first]);
      const numbered = `a${index} (2).txt`;
      expect(names.includes(numbered) ? read(numbered) : null).toBe(second);
    }
  },
);

test("links, devices and ways out are refused with a clear word; the rest is stored", async () => {
  const from = makeFolder(server).dir;
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(from, "good"), "good");
  symlinkSync("/etc/passwd", path.join(from, "link"));
  execFileSync("mkfifo", [path.join(from, "pipe")]);
  const escape = execFileSync("tar", ["-c", "-P", "-C", from, "--transform=s,good,../../bad,", "good"]);
  const { data } = await sendTar(folder, tarOf(from));
  expect(data).toMatchObject({ files: 1, failureCount: 2 });
  expect(data.failures).toEqual(
    expect.arrayContaining([
      { path: "./link", error: "upload/entry-kind" },
      { path: "./pipe", error: "upload/entry-kind" },
    ]),
  );
  expect((await sendTar(folder, escape)).data.failures).toEqual([{ path: "../../bad", error: "file/name-invalid" }]);
  expect(readdirSync(dir)).toEqual(["good"]);
});

test("taken names follow the policy; what was sent before is recognised", async () => {
  const { dir, path: folder } = makeFolder(server);
  const files = ["a", "b"].map((name) => ({
    path: `sub/${name}`,
    file: new File(["new"], name, { lastModified: 5000 }),
  }));
  const tar = Buffer.from(await makeTar(files).arrayBuffer());
  mkdirSync(path.join(dir, "sub"));
  writeFileSync(path.join(dir, "sub/a"), "old one");
  expect((await sendTar(folder, tar)).data.failures).toEqual([{ path: "sub/a", error: "file/exists" }]);
  expect((await sendTar(folder, tar, "&resume=1")).data.failures).toEqual([{ path: "sub/a", error: "file/exists" }]);
  expect((await sendTar(folder, tar, "&conflict=skip")).data).toMatchObject({ skipped: 2, failureCount: 0 });
  expect(readFileSync(path.join(dir, "sub/a"), "utf8")).toBe("old one");
  expect((await sendTar(folder, tar, "&conflict=replace")).data).toMatchObject({ files: 2 });
  expect(readFileSync(path.join(dir, "sub/a"), "utf8")).toBe("new");
  await sendTar(folder, tar, "&conflict=rename");
  expect(readdirSync(path.join(dir, "sub")).toSorted()).toEqual(["a", "a (2)", "b", "b (2)"]);
});

test("a tar that is cut short or none at all is told; what came whole is there", async () => {
  const from = makeFolder(server).dir;
  const { dir, path: folder } = makeFolder(server);
  for (let index = 0; index < 50; index++) writeFileSync(path.join(from, `f${index}`), "x".repeat(1000));
  const tar = tarOf(from, "-b1");
  const cut = await sendTar(folder, tar.subarray(0, 20_000));
  expect([cut.status, cut.error]).toEqual([422, "upload/archive"]);
  for (const name of readdirSync(dir)) expect(readFileSync(path.join(dir, name), "utf8")).toBe("x".repeat(1000));
  expect((await sendTar(folder, Buffer.alloc(5000, "no tar"))).error).toBe("upload/archive");
});

test("each entry asks the rights of its own path", async () => {
  const { dir, path: folder } = makeFolder(server);
  mkdirSync(path.join(dir, "mine"));
  const user = await server.makeUser([path.join(dir, "mine")]);
  const files = ["mine/a", "other/b"].map((name) => ({ path: name, file: new File(["x"], name) }));
  const tar = Buffer.from(await makeTar(files).arrayBuffer());
  const { data } = await sendTar(folder, tar, "", user.token);
  expect(data).toMatchObject({ files: 1, failureCount: 1 });
  expect(readdirSync(dir, { recursive: true })).toEqual(["mine", "mine/a"]);
  const reader = await server.makeUser([dir], ["file_read"]);
  expect((await sendTar(folder, tar, "", reader.token)).status).toBe(403);
});

test("the browser's tar is a tar to others, too", async () => {
  const { dir } = makeFolder(server);
  const name = `ä/${"x".repeat(200)}.bin`;
  const content = Buffer.alloc(70_001, "content");
  const tar = makeTar([{ path: name, file: new File([content], "x", { lastModified: 1_234_567_890_123 }) }]);
  const archive = path.join(dir, "a.tar");
  writeFileSync(archive, Buffer.from(await tar.arrayBuffer()));
  execFileSync("tar", ["-x", "-C", dir, "-f", archive]);
  truncateSync(archive, 0);
  const sum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  expect(sum(readFileSync(path.join(dir, name)))).toBe(sum(content));
});
