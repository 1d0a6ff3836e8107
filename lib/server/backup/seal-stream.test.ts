import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { isSealed, openStream, sealedHeadBytes, SealError, sealStream } from "./seal-stream";

const piece = 64 * 1024;
const sealedPiece = piece + 16;

async function* inChunks(bytes: Uint8Array, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const seal = (bytes: Uint8Array) => collect(sealStream(inChunks(bytes), "correct horse", 12));
const open = (bytes: Uint8Array, passphrase = "correct horse") =>
  collect(openStream(inChunks(bytes, 7_777), passphrase));

it.each([0, 1, piece - 1, piece, piece + 1, 3 * piece])("brings %i bytes back", async (size) => {
  const bytes = randomBytes(size);
  const sealed = await seal(bytes);
  expect(isSealed(sealed)).toBe(true);
  expect((await open(sealed)).equals(bytes)).toBe(true);
});

it("hides what is in it, differently each time, and opens with its passphrase alone", async () => {
  const bytes = Buffer.alloc(100, "secret");
  const [one, other] = [await seal(bytes), await seal(bytes)];
  expect(one.includes("secret")).toBe(false);
  expect(one.equals(other)).toBe(false);
  await expect(open(one, "correct horse ")).rejects.toThrow("The passphrase is wrong");
});

it("notices what was changed, cut off, exchanged or put at the end", async () => {
  const sealed = await seal(randomBytes(3 * piece));
  const [head, first, second, third] = [
    sealed.subarray(0, sealedHeadBytes),
    sealed.subarray(sealedHeadBytes, sealedHeadBytes + sealedPiece),
    sealed.subarray(sealedHeadBytes + sealedPiece, sealedHeadBytes + 2 * sealedPiece),
    sealed.subarray(sealedHeadBytes + 2 * sealedPiece),
  ];
  const flipped = Buffer.from(sealed);
  flipped.writeUInt8(flipped.readUInt8(sealed.length - 100) ^ 1, sealed.length - 100);
  const otherHead = Buffer.from(sealed);
  otherHead.writeUInt8(otherHead.readUInt8(30) ^ 1, 30);
  const broken = [
    flipped,
    otherHead,
    sealed.subarray(0, sealedHeadBytes),
    Buffer.concat([head, first, second]),
    Buffer.concat([head, second, first, third]),
    Buffer.concat([head, first, third]),
    Buffer.concat([sealed, first]),
    sealed.subarray(0, -1),
    Buffer.from("SQLite format 3"),
    Buffer.alloc(0),
  ];
  for (const bytes of broken) await expect(open(bytes)).rejects.toThrow(SealError);
});
