import { createHash, createHmac, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { findHash, hashAll, onePiece, piecesOf } from "./hash-bytes";

const algorithms = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" } as const;
const signal = new AbortController().signal;

it.each([0, 1, 1000, 9 * 1024 * 1024])("agrees with Node about %d bytes", async (length) => {
  const bytes = randomBytes(length);
  const seen: number[] = [];
  const hashes = await hashAll(
    piecesOf(new Blob([bytes]), signal, (fraction) => seen.push(fraction)),
    null,
  );
  for (const [name, algorithm] of Object.entries(algorithms))
    expect(hashes).toHaveProperty([name], createHash(algorithm).update(bytes).digest("hex"));
  expect(seen.at(-1) ?? 1).toBe(1);
});

it.each([1, 64, 200])("agrees with Node about HMACs by keys of %d bytes", async (length) => {
  const [key, bytes] = [randomBytes(length), randomBytes(500)];
  const hashes = await hashAll(onePiece(bytes), key);
  for (const [name, algorithm] of Object.entries(algorithms))
    expect(hashes).toHaveProperty([name], createHmac(algorithm, key).update(bytes).digest("hex"));
});

it("knows a hash that was written in another way", async () => {
  const hashes = await hashAll(onePiece(new TextEncoder().encode("abc")), null);
  expect(findHash(hashes, " A9993E36 4706816A BA3E2571 7850C26C 9CD0D89D\n")).toBe("SHA-1");
  expect(findHash(hashes, "a9993e")).toBeNull();
});

it("stops reading when nobody wants to know any more", async () => {
  const stop = new AbortController();
  const pieces = piecesOf(new Blob([randomBytes(9 * 1024 * 1024)]), stop.signal, () => stop.abort());
  await expect(hashAll(pieces, null)).rejects.toThrow("abort");
});
