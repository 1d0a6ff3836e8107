import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { damaged, growing, randomFrom, sound } from "./damaged-samples";
import { extractSample } from "@/e2e/support/extract-sample";

// What hangs runs into this.
vi.setConfig({ testTimeout: 120_000 });

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

const limitBytes = 1_000_000;
const words =
  /^(?:archive\/(?:broken|format|volume|method|bomb|memory|password|password-wrong|link)|file\/name-invalid)$/;
/** Each try of 7-Zip's formats starts threads: `node --import tsx bench/damaged.ts` tries as many of them, too. */
const tries = (name: string) => (/\.(?:zip|tar|gz)$/.test(name) ? 200 : 3);

test.each([...Object.entries(growing), ["zeros.gz", gzipSync(Buffer.alloc(4_000_000))] as const])(
  "%s grows beyond its limit and is stopped",
  async (name, bytes) => {
    await expect(extractSample(fixture, { name, bytes }, { limitBytes })).rejects.toThrow("archive/bomb");
  },
);

test.each(Object.entries(sound))("%s, damaged anywhere, is told with a word", async (name, bytes) => {
  expect((await extractSample(fixture, { name, bytes })).failures).toEqual([]);
  const random = randomFrom(7);
  let told = 0;
  for (let turn = 0; turn < tries(name); turn++) {
    const errors = await extractSample(fixture, { name, bytes: damaged(bytes, random) }, { limitBytes }).then(
      ({ failures }) => failures.map(({ error }) => error),
      (error: unknown) => [isAppError(error) ? error.key : String(error)],
    );
    for (const error of errors) expect(error, `turn ${turn}`).toMatch(words);
    if (errors.length > 0) told++;
  }
  expect(told).toBeGreaterThan(0);
});

test("a packed tar that ends early, in the middle of a file, is damaged or incomplete", async () => {
  const content = randomBytes(600_000);
  const header = tarHeader({ name: "big.bin", sizeBytes: content.length, mtimeMs: 0, type: "0" });
  const tar = Buffer.concat([header, content, new Uint8Array(tarPadding(content.length) + 2 * tarBlockBytes)]);
  const bytes = gzipSync(tar);
  for (const part of [0.2, 0.9])
    await expect(
      extractSample(fixture, { name: "early.tar.gz", bytes: bytes.subarray(0, bytes.length * part) }),
    ).rejects.toThrow("archive/broken");
});

const zipEnd = (disk: number) => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(disk, 4);
  return Buffer.concat([randomBytes(1000), end]);
};
const half = (name: keyof typeof sound) => sound[name].subarray(0, sound[name].length / 2);

test.each([
  ["set.7z.001", half("t.7z")],
  ["set.7z.002", randomBytes(100)],
  ["set.part1.rar", half("t5.rar")],
  ["set.part2.rar", randomBytes(100)],
  ["set.r00", half("t.rar")],
  ["set.z01", Buffer.concat([Buffer.from("PK\u0007\u0008"), half("t.zip")])],
  ["set.zip.001", half("t.zip")],
  ["set.tar.gz.001", half("t.tar.gz")],
  ["set.zip", zipEnd(2)],
])("%s is told to be one part of several", async (name, bytes) => {
  const told = await extractSample(fixture, { name, bytes }).then(
    ({ failures }) => failures[0]?.error,
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
  expect(told).toBe("archive/volume");
});

test("a volume that is the only one is unpacked, and what ends early without being one is damaged", async () => {
  expect((await extractSample(fixture, { name: "set.7z.001", bytes: sound["t.7z"] })).failures).toEqual([]);
  for (const [name, bytes] of [
    ["half.7z", half("t.7z")],
    ["half.zip", zipEnd(0)],
  ] as const)
    await expect(extractSample(fixture, { name, bytes })).rejects.toThrow(/archive\/(?:broken|format)/);
});
