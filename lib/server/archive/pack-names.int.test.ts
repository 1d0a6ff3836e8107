import { randomBytes } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { bytesOf } from "./compress-entries";
import { openArchive } from "./open-archive";
import { walkEntries } from "./walk-entries";

// Each thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let fixture: LocalFixture;
const { signal } = new AbortController();
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

const formats = ["zip", "7z", "tar", "tar.gz", "tar.zst"] as const;
const isUtf8Only = (format: (typeof formats)[number]) => format === "zip" || format === "7z";

test.each(formats)(
  "entries of one name from different folders are all in a %s, under names of their own",
  async (format) => {
    const { root, storage } = fixture;
    for (const folder of ["one", "two", "three"]) {
      mkdirSync(path.join(root, `same-${format}`, folder, "dir.d"), { recursive: true });
      writeFileSync(path.join(root, `same-${format}`, folder, "x.txt"), folder);
      writeFileSync(path.join(root, `same-${format}`, folder, "dir.d", "y"), folder);
    }
    writeFileSync(path.join(root, `same-${format}`, "three", "x (2).txt"), "its own");
    const chosen = ["one/x.txt", "three/x (2).txt", "two/x.txt", "one/x.txt", "one/dir.d", "three/x.txt", "two/dir.d"];
    const files = chosen.map((name) => `r/same-${format}/${name}` as VirtualPath);
    const packing = {
      groups: walkEntries(storage, files, { signal, isUtf8Only: isUtf8Only(format) }),
      storage,
      onRead: () => {},
      onPacked: () => {},
      onSkipped: () => {},
      appendix: () => ({ name: "x.txt", bytes: Buffer.from("what is missing") }),
    };
    let head: Uint8Array | null = null;
    const bytes = bytesOf(format, packing, {
      holder: "mia",
      level: 1,
      password: undefined,
      signal,
      onHead: (made) => (head = made),
    });
    const name = `same.${format}`;
    await storage.write(at(name), bytes, { conflict: "fail", head: () => head });
    const file = await storage.open(at(name));
    onTestFinished(() => file.close());
    const found: Record<string, string> = {};
    for await (const entry of (await openArchive(file, { holder: "mia", name, signal })).entries()) {
      const parts: Uint8Array[] = [];
      if (entry.kind === "file")
        for await (const piece of await entry.stream()) if (piece instanceof Uint8Array) parts.push(piece);
      expect(Object.keys(found)).not.toContain(entry.path);
      if (entry.kind === "file") found[entry.path] = Buffer.concat(parts).toString();
    }
    expect(found).toEqual({
      "x.txt": "one",
      "x (2).txt": "its own",
      "x (3).txt": "two",
      "x (4).txt": "three",
      "dir.d/y": "one",
      "dir (2).d/y": "two",
      // Which 7-Zip writes has no appendix: nobody downloads it.
      ...(format === "7z" ? {} : { "x (5).txt": "what is missing" }),
    });
  },
);

test.each(formats)("a file that is cut short while it is packed into a %s is told as changed", async (format) => {
  const { root, storage } = fixture;
  const file = path.join(root, `shrinking-${format}`);
  writeFileSync(file, randomBytes(format === "7z" ? 10_000_000 : 40_000_000));
  const cut = () => truncateSync(file, 5_000_000);
  const packing = {
    groups: walkEntries(storage, [at(`shrinking-${format}`)], { signal, isUtf8Only: isUtf8Only(format) }),
    storage,
    onRead: (_: unknown, readBytes: number) => void (readBytes > 100_000 && cut()),
    onPacked: () => {},
    onSkipped: () => {},
  };
  const bytes = bytesOf(format, packing, { holder: "mia", level: 1, password: undefined, signal, onHead: () => {} });
  await expect(storage.write(at(`cut.${format}`), bytes, { conflict: "fail" })).rejects.toThrow("file/changed");
});

/** Packs a folder of the fixture; gives the entries of what it made, with their modes. */
async function packed(format: (typeof formats)[number], folder: string) {
  const { storage } = fixture;
  const groups = walkEntries(storage, [at(folder)], { signal, isUtf8Only: isUtf8Only(format) });
  const packing = { groups, storage, onRead: () => {}, onPacked: () => {}, onSkipped: () => {} };
  let head: Uint8Array | null = null;
  const bytes = bytesOf(format, packing, {
    holder: "mia",
    level: 1,
    password: undefined,
    signal,
    onHead: (made) => (head = made),
  });
  const name = `${folder}.${format}`;
  await storage.write(at(name), bytes, { conflict: "fail", head: () => head });
  const file = await storage.open(at(name));
  onTestFinished(() => file.close());
  const found: Record<string, number | null> = {};
  for await (const { path: entry, mode } of (await openArchive(file, { holder: "mia", name, signal })).list())
    found[entry] = mode;
  return found;
}

test.each(formats)("a file that nobody may read is in a %s, no wider than it must be", async (format) => {
  const folder = `closed-${format}`;
  mkdirSync(path.join(fixture.root, folder));
  writeFileSync(path.join(fixture.root, folder, "a"), "closed", { mode: 0 });
  const modes = await packed(format, folder);
  // 7-Zip opens nothing that its owner may not read.
  expect(modes[`${folder}/a`] ?? 0).toBe(format === "7z" ? 0o400 : 0);
});

test("a backslash in a name that a zip from Unix has is a letter", async () => {
  mkdirSync(path.join(fixture.root, "slashes"));
  writeFileSync(path.join(fixture.root, "slashes", "back\\slash"), "x");
  expect(Object.keys(await packed("zip", "slashes"))).toContain("slashes/back\\slash");
});

test.each(formats)("names that differ in bytes that are no text alone are all in a %s", async (format) => {
  const folder = `bytes-${format}`;
  mkdirSync(path.join(fixture.root, folder));
  const put = (name: string | Buffer, content: string | null) => {
    const file = Buffer.concat([Buffer.from(`${fixture.root}/${folder}/`), Buffer.from(name)]);
    if (content !== null) writeFileSync(file, content);
    else mkdirSync(file);
    return file;
  };
  for (const [end, content] of [
    [0xe8, "one"],
    [0xe9, "two"],
  ] as const) {
    put(Buffer.from(`caf${String.fromCharCode(end)}.txt`, "latin1"), content);
    const inner = put(Buffer.from(`dir${String.fromCharCode(end)}`, "latin1"), null);
    writeFileSync(Buffer.concat([inner, Buffer.from("/x")]), content);
    // As text each byte takes three.
    put(Buffer.from(`${String.fromCharCode(end).repeat(100)}.txt`, "latin1"), content);
  }
  put("caf\uFFFD.txt", "three");
  put("caf\uFFFD (2).txt", "four");
  const names = Object.keys(await packed(format, folder)).map((name) => name.replace(/\/$/, ""));
  expect(names).toHaveLength(11);
  expect(new Set(names).size).toBe(11);
  if (!isUtf8Only(format)) return;
  expect(names.every((name) => name.isWellFormed())).toBe(true);
  expect(Math.max(...names.map((name) => Buffer.byteLength(path.basename(name))))).toBeLessThanOrEqual(255);
  for (const numbered of [
    "caf\uFFFD.txt",
    "caf\uFFFD (2).txt",
    "caf\uFFFD (3).txt",
    "dir\uFFFD (2)",
    "dir\uFFFD (2)/x",
  ])
    expect(names.map((name) => name.slice(folder.length + 1))).toContain(numbered);
});
