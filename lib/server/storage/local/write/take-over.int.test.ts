import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeOver } from "./take-over";

const bytes = randomBytes(20_000_001);
const sumOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

function makeDir(where: string): string {
  const dir = mkdtempSync(path.join(where, "filedeck-take-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function openFile(dir: string, content: Uint8Array): { file: string; fd: number } {
  const file = path.join(dir, "file");
  writeFileSync(file, content);
  const fd = openSync(file, "r+");
  onTestFinished(() => closeSync(fd));
  return { file, fd };
}

/** Another kind of disk, where the kernel refuses. */
const memory = existsSync("/dev/shm") && statfsSync("/dev/shm").bavail > 20_000 ? "/dev/shm" : tmpdir();

test.each([
  ["of the same disk", tmpdir(), 0],
  ["of the same disk, off its blocks", tmpdir(), 777],
  ["of another disk", memory, 777],
])("a file %s comes behind what is there, and is seen whole", async (_, where, offset) => {
  const from = openFile(makeDir(where), bytes);
  const to = openFile(makeDir(tmpdir()), bytes.subarray(0, offset));
  const hash = createHash("sha256");
  const { signal } = new AbortController();
  const onChunk = (chunk: Uint8Array) => void hash.update(chunk);
  await takeOver([from.fd, to.fd], { offset, sizeBytes: bytes.length, signal, onChunk });
  expect(hash.digest("hex")).toBe(sumOf(bytes));
  expect(sumOf(readFileSync(to.file))).toBe(sumOf(Buffer.concat([bytes.subarray(0, offset), bytes])));
  // Nobody looks at it: the kernel needs no help.
  await takeOver([from.fd, to.fd], { offset, sizeBytes: bytes.length, signal });
  expect(sumOf(readFileSync(to.file))).toBe(sumOf(Buffer.concat([bytes.subarray(0, offset), bytes])));
});

test("one that is shorter than it should be is told, and a cancel is felt", async () => {
  const from = openFile(makeDir(tmpdir()), bytes.subarray(0, 1_000));
  const to = openFile(makeDir(tmpdir()), Buffer.alloc(0));
  const stop = new AbortController();
  const options = { offset: 0, sizeBytes: 2_000, signal: stop.signal };
  await expect(takeOver([from.fd, to.fd], options)).rejects.toMatchObject({ key: "file/io" });
  stop.abort();
  await expect(takeOver([from.fd, to.fd], options)).rejects.toMatchObject({ key: "request/cancelled" });
});
