import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import type { VirtualPath } from "@/lib/shared/paths";
import { filled } from "@/lib/server/storage/holes";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { extractSample } from "@/e2e/support/extract-sample";
import { openArchive } from "./open-archive";
import { unpack } from "./unpack";

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

type Part = { name: string; type?: string; content?: string; sizeBytes?: number; linkName?: string; mode?: number };

/** An entry with its content; `sizeBytes`: what its header says instead of the truth. */
function part({ name, type = "0", content = "", sizeBytes, linkName = "", mode }: Part): Buffer {
  const bytes = Buffer.from(content, "latin1");
  const header = Buffer.from(
    tarHeader({
      name,
      type,
      sizeBytes: sizeBytes ?? bytes.length,
      mtimeMs: 0,
      ...(mode === undefined ? {} : { mode }),
    }),
  );
  header.write(linkName, 157, "latin1");
  return Buffer.concat([sealed(header), bytes, new Uint8Array(tarPadding(bytes.length))]);
}

function sealed(header: Buffer): Buffer {
  header.fill(" ", 148, 156);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(7, "0")}\0`,
    148,
  );
  return header;
}

const record = (key: string, value: string) => {
  const plain = ` ${key}=${value}\n`;
  let length = plain.length + 1;
  while (String(length).length + plain.length !== length) length++;
  return `${length}${plain}`;
};
const pax = (...records: [string, string][]) =>
  part({ name: "pax", type: "x", content: records.map(([key, value]) => record(key, value)).join("") });
const end = Buffer.alloc(2 * tarBlockBytes);
const last = part({ name: "last.txt", content: "the last" });
const extract = (name: string, ...parts: Buffer[]) =>
  extractSample(fixture, { name, bytes: Buffer.concat([...parts, last, end]) });
const told = (failures: readonly { path: string; error: string }[]) =>
  failures.map(({ path: one, error }) => `${one} ${error}`);

test.each([
  ["holes that only star knows", [pax(["SCHILY.realsize", "5000"]), part({ name: "x", content: "data" })]],
  ["holes that only Solaris knows", [pax(["SUN.holesdata", " 0 4 100"]), part({ name: "x", content: "data" })]],
  ["star's own sparse type", [part({ name: "x", type: "S", content: "data" })]],
  [
    "a header of two megabytes",
    [pax(["LIBARCHIVE.xattr.x", "y".repeat(2_000_000)]), part({ name: "x", content: "data" })],
  ],
])("%s: the entry is refused with a word, and what is behind it comes", async (name, parts) => {
  const { failures, read, listed } = await extract("unknown.tar", ...parts);
  expect([name, told(failures)]).toEqual([name, ["x archive/entry-format"]]);
  expect([read("last.txt"), listed.at(-1)?.path]).toEqual(["the last", "last.txt"]);
});

test.each([
  ["out of order", "600,10,0,10"],
  ["longer than the file", "0,10,5000,10"],
  ["of other bytes than there are", "0,10,600,300"],
])("a map that is %s is broken, and what is behind it comes", async (_, map) => {
  const head = pax(["GNU.sparse.map", map], ["GNU.sparse.size", "1000"], ["GNU.sparse.name", "x"]);
  const { failures, read } = await extract("map.tar", head, part({ name: "x", content: "0123456789abcdefghij" }));
  expect(told(failures)).toEqual(["x archive/broken"]);
  expect(read("last.txt")).toBe("the last");
});

test("a map of a million pieces that is not there is broken, and what is behind it comes", async () => {
  const head = pax(["GNU.sparse.major", "1"], ["GNU.sparse.minor", "0"], ["GNU.sparse.realsize", "1000"]);
  for (const count of ["999999999", "1000000", "x", "9".repeat(40)]) {
    const { failures, read } = await extract("million.tar", head, part({ name: "x", content: `${count}\n0\n` }));
    expect([failures.length, read("last.txt")]).toEqual([1, "the last"]);
  }
});

test("hard links have the content of what they lead to, their own where they bring it, and none that was not there", async () => {
  const { failures, read, listed } = await extract(
    "links.tar",
    part({ name: "./a", content: "first", mode: 0o600 }),
    part({ name: "b", type: "1", linkName: "a" }),
    part({ name: "c", type: "1", linkName: "./b", sizeBytes: 5 }),
    pax(["size", "4"]),
    part({ name: "own", type: "1", linkName: "a", content: "mine" }),
    part({ name: "lost", type: "1", linkName: "nowhere" }),
    part({ name: "out", type: "1", linkName: "../../../etc/passwd" }),
  );
  expect(["a", "b", "c", "own"].map(read)).toEqual(["first", "first", "first", "mine"]);
  expect(told(failures)).toEqual(["lost archive/link", "out archive/link"]);
  expect(listed.map(({ sizeBytes }) => sizeBytes)).toEqual([5, 5, 5, 4, 0, 0, 8]);
});

test("a hard link alone is taken out of the archive with its content", async () => {
  const bytes = Buffer.concat([
    part({ name: "a", content: "first" }),
    part({ name: "b", type: "1", linkName: "a" }),
    end,
  ]);
  const { read, names } = await extractSample(fixture, { name: "alone.tar", bytes }, { only: ["b"] });
  expect([names, read("b")]).toEqual([["b"], "first"]);
  const file = await fixture.storage.open("r/alone.tar" as VirtualPath); // written by extractSample
  try {
    const archive = await openArchive(file, { holder: "mia", name: "alone.tar", signal: new AbortController().signal });
    for await (const entry of archive.entries((_, index) => index === 1))
      for await (const chunk of filled(await entry.stream())) expect(Buffer.from(chunk).toString()).toBe("first");
  } finally {
    await file.close();
  }
});

test("the rest of a file of another volume is refused, and times nobody can read do not stop the others", async () => {
  const odd = Buffer.from(part({ name: "odd", content: "odd" }));
  odd.write("-1         ", 136, "latin1");
  const { failures, read } = await extract(
    "volume.tar",
    part({ name: "half", type: "M", content: "the rest" }),
    Buffer.concat([sealed(odd.subarray(0, 512)), odd.subarray(512)]),
  );
  expect(told(failures)).toEqual(["half archive/volume"]);
  expect([read("odd"), read("last.txt")]).toEqual(["odd", "the last"]);
});

test("what was piped into a zip is a file, and a Mac's own files are not lost", async () => {
  execFileSync("sh", ["-c", "printf piped | zip -q piped.zip -"], { cwd: fixture.root });
  const piped = await extractSample(fixture, {
    name: "piped.zip",
    bytes: readFileSync(path.join(fixture.root, "piped.zip")),
  });
  expect([piped.failures, piped.read("-")]).toEqual([[], "piped"]);
  execFileSync("sh", ["-c", "mkdir -p mac/__MACOSX && echo a > mac/a && echo r > mac/__MACOSX/._a"], {
    cwd: fixture.root,
  });
  execFileSync("zip", ["-qr", "../mac.zip", "."], { cwd: path.join(fixture.root, "mac") });
  const mac = await extractSample(fixture, {
    name: "mac.zip",
    bytes: readFileSync(path.join(fixture.root, "mac.zip")),
  });
  expect([mac.names, mac.read("__MACOSX/._a")]).toEqual([["__MACOSX", "a"], "r\n"]);
});

test("while it is unpacked nobody else reaches what is in it", async () => {
  const { storage } = fixture;
  const into = "r/closed" as VirtualPath; // made here
  await storage.createFolder(into);
  const bytes = Buffer.concat([part({ name: "a", content: "x" }), part({ name: "b", content: "x" }), end]);
  await storage.write("r/closed.tar" as VirtualPath, bytes, { conflict: "fail" }); // as above
  const file = await storage.open("r/closed.tar" as VirtualPath); // as above
  const { signal } = new AbortController();
  const modes: number[] = [];
  const look = () => void modes.push(statSync(path.join(fixture.root, "closed")).mode & 0o777);
  const archive = await openArchive(file, { holder: "mia", name: "closed.tar", signal, onRead: look });
  const unpacking = { archive, into, limitBytes: 1e9, only: undefined, storage };
  await unpack(unpacking, { signal, onProgress: () => {}, ask: async () => null });
  await file.close();
  look();
  expect([modes[0], modes.at(-1)]).toEqual([0o700, 0o777 & ~process.umask()]);
});
