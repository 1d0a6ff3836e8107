import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDescriptors } from "./conformance/open-descriptors";
import { spoolBody } from "./spool-body";

const folder = mkdtempSync(path.join(tmpdir(), "spool-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Descriptors of files in the folder that have no name. */
const held = () => openDescriptors(`${folder}/`);

async function* pieces(count: number, bytes: number, seen: () => void = () => {}): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at++) {
    yield Buffer.alloc(bytes, at % 251);
    seen();
  }
}

async function wholeOf(read: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of read) all.push(piece);
  return Buffer.concat(all);
}
const signal = new AbortController().signal;

test("a body holds a descriptor only once some hundred KB of it are there", async () => {
  let most = 0;
  const small = await spoolBody(
    pieces(200, 1_000, () => (most = Math.max(most, held()))),
    { folder, signal },
  );
  expect([small.sizeBytes, most, held()]).toEqual([200_000, 0, 0]);
  expect(await wholeOf(small.read())).toHaveLength(200_000);
  await small.release();
  const large = await spoolBody(pieces(300, 10_007), { folder, signal });
  expect([large.sizeBytes, held()]).toEqual([3_002_100, 1]);
  const wanted = await wholeOf(pieces(300, 10_007));
  for (let times = 0; times < 2; times++) expect((await wholeOf(large.read())).equals(wanted)).toBe(true);
  await large.release();
  await large.release();
  expect(held()).toBe(0);
});

test("a body that breaks off leaves nothing", async () => {
  const broken = async function* () {
    yield* pieces(100, 10_000);
    throw new Error("gone");
  };
  await expect(spoolBody(broken(), { folder, signal })).rejects.toThrow("gone");
  expect([held(), readdirSync(folder)]).toEqual([0, []]);
});
