import { hashRawSync } from "@node-rs/argon2";
import { argon2id } from "hash-wasm";
import { expect, it } from "vitest";
import { isProof, proofCost, proofSalt, proofText } from "@/lib/shared/proof";

it("hashes in the browser as on the server", async () => {
  const { memoryKib, passes, lanes, hashBytes } = proofCost;
  const text = proofText("challenge", 7);
  const there = hashRawSync(text, {
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: lanes,
    outputLen: hashBytes,
    salt: Buffer.from(proofSalt),
  });
  const here = await argon2id({
    password: text,
    salt: proofSalt,
    iterations: passes,
    parallelism: lanes,
    memorySize: memoryKib,
    hashLength: hashBytes,
    outputType: "hex",
  });
  expect(here).toBe(there.toString("hex"));
});

it("takes one hash in so many", () => {
  const hash = (first: number) => Uint8Array.of(...[24, 16, 8, 0].map((shift) => (first >>> shift) & 255), 0);
  expect(isProof(hash(2 ** 26 - 1), 64)).toBe(true);
  expect(isProof(hash(2 ** 26), 64)).toBe(false);
  expect(isProof(hash(2 ** 32 - 1), 1)).toBe(true);
});
