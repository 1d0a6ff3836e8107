import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { tryBind } from "@/lib/server/storage/conformance/mounts";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import type { ListedEntry } from "./archive-entry";
import { bytesOf } from "./compress-entries";
import { openArchive } from "./open-archive";
import { unpack } from "./unpack";
import { walkEntries } from "./walk-entries";
import { writeZip } from "./write-zip";

// Each thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let fixture: LocalFixture;
const { signal } = new AbortController();
const step = { signal, onProgress: () => {}, ask: async () => null };
const at = (name: string) => joinVirtualPath("r" as VirtualPath, name as EntryName);
const large = Buffer.alloc(3_000_000, "many words that come again and again; ");

beforeAll(async () => {
  fixture = await makeLocalFixture();
  const box = path.join(fixture.root, "box");
  mkdirSync(path.join(box, "sub/empty"), { recursive: true });
  writeFileSync(path.join(box, "a.txt"), "a".repeat(5000));
  writeFileSync(path.join(box, "nothing"), "");
  writeFileSync(path.join(box, "sub/ü 日本.txt"), "deep");
  writeFileSync(path.join(box, "sub/large.bin"), large);
  writeFileSync(path.join(box, "run.sh"), "#!/bin/sh\n");
  chmodSync(path.join(box, "run.sh"), 0o755);
  utimesSync(path.join(box, "a.txt"), 1e9, 1e9);
  symlinkSync("/etc/passwd", path.join(box, "link"));
});
afterAll(() => fixture.close());

async function pack(
  format: Parameters<typeof bytesOf>[0],
  { level = 6, password }: { level?: number; password?: string } = {},
  folder = "box",
) {
  const { storage } = fixture;
  const told = { packed: [] as string[], skipped: [] as string[] };
  const packing = {
    groups: walkEntries(storage, [at(folder)], { signal, isUtf8Only: format === "zip" || format === "7z" }),
    storage,
    onRead: () => {},
    onPacked: ({ name }: { name: string }) => void told.packed.push(name),
    onSkipped: ({ name }: { name: string }) => void told.skipped.push(name),
  };
  let head: Uint8Array | null = null;
  const bytes = bytesOf(format, packing, { holder: "mia", level, password, signal, onHead: (made) => (head = made) });
  const { path: made } = await storage.write(at(`made.${format}`), bytes, { conflict: "rename", head: () => head });
  return { made, told, file: path.join(fixture.root, made.slice(2)) };
}

const wishes = [
  ["zip", {}],
  ["zip", { level: 0 }],
  ["zip", { password: "secret ü" }],
  ["7z", {}],
  ["7z", { level: 0 }],
  ["7z", { password: "secret ü" }],
  ["tar", {}],
  ["tar.gz", { level: 9 }],
  ["tar.zst", { level: 9 }],
] as const;

test.each(wishes)("%s %j holds files and folders, not links, and gives them back", async (format, how) => {
  const { made, told } = await pack(format, how);
  expect(told.skipped).toEqual(["box/link"]);
  expect(told.packed).toHaveLength(8);
  const file = await fixture.storage.open(made);
  const into = at(`out ${made.slice(2)}`);
  await fixture.storage.createFolder(into);
  try {
    const archive = await openArchive(file, { holder: "mia", name: made, signal, ...how });
    const listed: ListedEntry[] = [];
    for await (const entry of archive.list()) listed.push(entry);
    expect(listed.find((entry) => entry.path === "box/a.txt")).toMatchObject({
      sizeBytes: 5000,
      mode: 0o644,
      mtimeMs: 1e12,
    });
    expect(listed.find((entry) => entry.path === "box/run.sh")?.mode).toBe(0o755);
    expect(
      (await unpack({ archive, into, limitBytes: 1e9, only: undefined, storage: fixture.storage }, step)).failures,
    ).toEqual([]);
    const out = path.join(fixture.root, into.slice(2), "box");
    expect(readFileSync(path.join(out, "sub/ü 日本.txt"), "utf8")).toBe("deep");
    expect(readFileSync(path.join(out, "sub/large.bin")).equals(large)).toBe(true);
    expect(await fixture.truth(`${into.slice(2)}/box`)).toEqual(["a.txt", "nothing", "run.sh", "sub"]);
    expect(await fixture.truth(`${into.slice(2)}/box/sub/empty`)).toEqual([]);
  } finally {
    await file.close();
  }
});

test.each(["zip", "tar", "7z"] as const)("%s keeps times of before 1970 and behind 2038", async (format) => {
  const box = path.join(fixture.root, "times");
  mkdirSync(box, { recursive: true });
  const times = { "1960": -315_619_200_000, "2100": 4_102_444_800_000 };
  for (const [name, timeMs] of Object.entries(times)) {
    writeFileSync(path.join(box, name), "x");
    utimesSync(path.join(box, name), new Date(timeMs), new Date(timeMs));
  }
  const { made } = await pack(format, {}, "times");
  const file = await fixture.storage.open(made);
  try {
    const archive = await openArchive(file, { holder: "mia", name: made, signal });
    const found: Record<string, number> = {};
    for await (const { path: name, mtimeMs } of archive.list()) found[path.basename(name)] = mtimeMs;
    expect(found).toMatchObject(times);
  } finally {
    await file.close();
  }
});

test.for(["zip", "tar", "7z"] as const)(
  "%s holds what is in a file that says it is empty",
  async (format, { skip }) => {
    const bound = tryBind("/proc/sys/kernel/random", path.join(fixture.root, `kernel ${format}`));
    if ("reason" in bound) {
      skip(bound.reason);
      return;
    }
    onTestFinished(() => bound.unmount());
    const { made } = await pack(format, {}, `kernel ${format}`);
    const file = await fixture.storage.open(made);
    const into = at(`out kernel ${format}`);
    await fixture.storage.createFolder(into);
    try {
      const archive = await openArchive(file, { holder: "mia", name: made, signal });
      await unpack({ archive, into, limitBytes: 1e9, only: undefined, storage: fixture.storage }, step);
      const out = path.join(fixture.root, into.slice(2), `kernel ${format}/boot_id`);
      expect(readFileSync(out, "utf8")).toBe(readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
    } finally {
      await file.close();
    }
  },
);

test("a zip is read by others as it is by us", async () => {
  const { file } = await pack("zip");
  const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print([(i.filename, i.file_size, i.external_attr >> 16) for i in z.infolist() if i.filename.endswith((".sh", "/empty/"))])`;
  const read = execFileSync("python3", ["-c", script, file]).toString();
  expect(read).toContain(`('box/sub/empty/', 0, ${String(0o040755)})`);
  expect(read).toContain(`('box/run.sh', 10, ${String(0o100755)})`);
});

test("a changed byte of an encrypted zip is found, and so is a wrong password", async () => {
  const { made, file } = await pack("zip", { password: "secret" });
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const failuresWith = async (password: string) => {
    const opened = await fixture.storage.open(made);
    const into = at(`bad ${password}`);
    await fixture.storage.createFolder(into);
    try {
      const archive = await openArchive(opened, { holder: "mia", name: made, signal, password });
      return (await unpack({ archive, into, limitBytes: 1e9, only: undefined, storage: fixture.storage }, step))
        .failures;
    } finally {
      await opened.close();
    }
  };
  expect(await failuresWith("secret")).toEqual([{ path: "box/sub/large.bin", error: "archive/broken" }]);
  await expect(failuresWith("wrong")).rejects.toThrow("archive/password-wrong");
});

test.each(["zip", "tar", "tar.gz", "tar.zst", "7z"] as const)(
  "%s tells how far it is inside a file",
  async (format) => {
    const { storage } = fixture;
    const size = 3_000_000;
    writeFileSync(path.join(fixture.root, "noise"), randomBytes(size));
    const seen: number[] = [];
    const packing = {
      groups: walkEntries(storage, [at("noise")], { signal, isUtf8Only: true }),
      storage,
      onRead: (packed: { name: string }, readBytes: number) => void seen.push(packed.name === "noise" ? readBytes : -1),
      onPacked: () => void seen.push(size),
      onSkipped: () => {},
    };
    const bytes = bytesOf(format, packing, { holder: "mia", level: 3, signal, onHead: () => {} });
    for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.filter((readBytes) => readBytes > 0 && readBytes < size).length).toBeGreaterThan(0);
    expect(seen.filter((readBytes) => readBytes === size).length).toBeGreaterThan(0);
  },
);

test("unpacking tells how far it is inside a file", async () => {
  const { storage } = fixture;
  const source = at("packed-noise.zip");
  writeFileSync(path.join(fixture.root, "noise"), randomBytes(3_000_000));
  execFileSync("zip", ["-q", "packed-noise.zip", "noise"], { cwd: fixture.root });
  const file = await storage.open(source);
  const into = at("into-noise");
  await storage.createFolder(into);
  const seen: number[] = [];
  const archive = await openArchive(file, { holder: "mia", name: "packed-noise.zip", signal });
  const onProgress = ({ bytes }: { bytes: number }) => void seen.push(bytes);
  await unpack({ archive, into, limitBytes: 1e9, only: undefined, storage }, { ...step, onProgress });
  await file.close();
  expect(seen[0]).toBeLessThan(3_000_000);
});

test("more entries than a small zip can count, and none at all", async () => {
  const folder = await fixture.storage.entry(at("box"));
  for (const count of [70_000, 0]) {
    const name = `count${count}.zip`;
    const groups = (async function* () {
      for (let index = 0; index < count; index++)
        yield { entries: [{ path: at("box"), name: `f${index}`, entry: folder }], folder: null };
    })();
    const packing = { groups, storage: fixture.storage, onRead: () => {}, onPacked: () => {}, onSkipped: () => {} };
    await fixture.storage.write(at(name), writeZip(packing, { level: 0 }), { conflict: "fail" });
    const file = await fixture.storage.open(at(name));
    try {
      let listed = 0;
      for await (const _ of (await openArchive(file, { holder: "mia", name, signal })).list()) listed++;
      expect(listed).toBe(count);
    } finally {
      await file.close();
    }
  }
});

test("small files that are read at once let others in between them", async () => {
  const { root, storage } = fixture;
  mkdirSync(path.join(root, "many"));
  const count = 4_000;
  for (let index = 0; index < count; index++) writeFileSync(path.join(root, "many", `${index}`), "x");
  const groups = walkEntries(storage, [at("many")], { signal, isUtf8Only: true });
  // A listing brings a thousand at once; what each step takes is made long enough to be seen.
  let [turns, packed] = [0, 0];
  const others = setInterval(() => turns++, 0);
  const onPacked = () => {
    packed++;
    const until = performance.now() + 0.1;
    while (performance.now() < until);
  };
  const packing = { groups, storage, onRead: () => {}, onPacked, onSkipped: () => {} };
  for await (const _ of writeZip(packing, { level: 0 })) void _;
  clearInterval(others);
  expect(packed).toBe(count + 1);
  expect(turns).toBeGreaterThan(50);
});
