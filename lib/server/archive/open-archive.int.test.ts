import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local/local-fixture";
import { alone, forge7z, forgeRar4, forgeRar5, samples } from "./archive-samples";
import type { ListedEntry, OpenOptions } from "./archive-entry";
import { openArchive } from "./open-archive";
import { unpack } from "./unpack";
import { compressZstd } from "./zstd/compress-zstd";

// Each thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let fixture: LocalFixture;
let number = 0;
const step = { signal: new AbortController().signal, onProgress: () => {}, ask: async () => null };

beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

type Wish = Partial<OpenOptions> & { only?: string[]; limitBytes?: number };

/** What came out, by path, and what was refused. */
async function extract(name: string, bytes: Uint8Array, { only, limitBytes = 1e9, ...options }: Wish = {}) {
  const folder = joinVirtualPath("r" as VirtualPath, `out${number++}` as EntryName);
  writeFileSync(path.join(fixture.root, name), bytes);
  await fixture.storage.createFolder(folder);
  const file = await fixture.storage.open(joinVirtualPath("r" as VirtualPath, name as EntryName));
  try {
    const archive = await openArchive(file, { name, signal: step.signal, ...options });
    const listed: ListedEntry[] = [];
    for await (const entry of archive.list()) listed.push(entry);
    const { failures } = await unpack({ archive, into: folder, limitBytes, only, storage: fixture.storage }, step);
    const read = (at: string) => {
      const file = path.join(fixture.root, folder.slice(2), at);
      expect(lstatSync(file).isFile()).toBe(true);
      return readFileSync(file, "utf8");
    };
    return { listed, failures, read, names: await fixture.truth(folder.slice(2)) };
  } finally {
    await file.close();
  }
}

test.each(Object.entries(samples))("%s gives what is in it, and one folder of it alone", async (name, bytes) => {
  const { listed, read } = await extract(name, bytes, { password: "secret" });
  expect([read("ok.txt"), read("box/in.txt")]).toEqual(["fine", "deep"]);
  expect(listed.find((entry) => entry.path === "ok.txt")).toMatchObject({ kind: "file", sizeBytes: 4, mode: 0o644 });
  const part = await extract(name, bytes, { password: "secret", only: ["box"] });
  expect([part.names, part.read("box/in.txt")]).toEqual([["box"], "deep"]);
});

test.each([...Object.entries(alone), ["one.txt.gz", gzipSync("only one")] as const])(
  "%s is one file of that name",
  async (name, bytes) => {
    expect((await extract(name, bytes)).read("one.txt")).toBe("only one");
  },
);

test.each(["names.7z", "content.7z"] as const)("%s needs its password and knows a wrong one", async (name) => {
  await expect(extract(name, samples[name])).rejects.toThrow("archive/password");
  await expect(extract(name, samples[name], { password: "wrong" })).rejects.toThrow("archive/password-wrong");
});

const hostile = [
  { name: "ok.txt", content: "fine" },
  { name: "../slip.txt", content: "bad" },
  { name: "/tmp/fd.txt", content: "bad" },
  { name: "link", linksTo: "/etc/passwd" },
  { name: "box/in.txt", content: "deep" },
];

test.each([
  ["forged.7z", forge7z()],
  ["forged.rar", forgeRar4(hostile)],
  ["forged5.rar", forgeRar5(hostile)],
])("%s: what leads out and links are refused one by one", async (name, bytes) => {
  const { failures, read } = await extract(name, bytes);
  expect([read("ok.txt"), read("box/in.txt")]).toEqual(["fine", "deep"]);
  const refused = failures.map(({ path, error }) => `${path} ${error}`);
  expect(refused).toEqual(expect.arrayContaining(["../slip.txt file/name-invalid", "/tmp/fd.txt file/name-invalid"]));
  // 7-Zip does not tell a link of RAR 4 from a file: it arrives as a text that leads nowhere.
  expect(name === "forged.rar" ? read("link") : refused.find((text) => text.startsWith("link "))).toMatch(
    /^(?:\/etc\/passwd|link archive\/link)$/,
  );
  expect(failures).toHaveLength(name === "forged.rar" ? 2 : 3);
});

test("what is damaged is told, and the others arrive", async () => {
  const bytes = forgeRar5([
    { name: "a.txt", content: "first content" },
    { name: "b.txt", content: "second content" },
  ]);
  bytes[bytes.indexOf("first")] = 0;
  const { failures, read } = await extract("damaged.rar", bytes);
  expect(failures).toEqual([{ path: "a.txt", error: "archive/broken" }]);
  expect(read("b.txt")).toBe("second content");
  for (const name of ["names.7z", "t.tar.xz", "t.tar.zst"] as const)
    await expect(extract(name, samples[name].subarray(0, -20), { password: "secret" })).rejects.toThrow(
      "archive/broken",
    );
});

test("what grows beyond its limit is stopped, whatever its format", async () => {
  const zeros = gzipSync(Buffer.alloc(10_000_000));
  await expect(extract("zeros.gz", zeros, { limitBytes: 1_000_000 })).rejects.toThrow("archive/bomb");
  const source = (async function* () {
    for (let turn = 0; turn < 100; turn++) yield new Uint8Array(1_000_000);
  })();
  const packed: Uint8Array[] = [];
  for await (const part of compressZstd(source, { level: 1, signal: step.signal })) packed.push(part);
  const inThread = extract("zeros.zst", Buffer.concat(packed), { limitBytes: 1_000_000 });
  await expect(inThread).rejects.toThrow("archive/bomb");
});
