import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createPrefixSums } from "./hash-file";

const data = Buffer.from(Array.from({ length: 9_000_000 }, (_, index) => (index * 31) % 256));
const sumTo = (end: number) => createHash("sha256").update(data.subarray(0, end)).digest("hex");

test("sums of the beginning up to ends that grow; one that was asked for before is known", async () => {
  const sums = createPrefixSums(new Blob([data]));
  expect(await sums(5_000_000)).toBe(sumTo(5_000_000));
  expect(await sums(5_000_001)).toBe(sumTo(5_000_001));
  expect(await sums(9_000_000)).toBe(sumTo(9_000_000));
  expect(await sums(5_000_000)).toBe(sumTo(5_000_000));
  expect(await sums(9_000_000)).toBe(sumTo(9_000_000));
  await expect(sums(4_000_000)).rejects.toThrow(RangeError);
  expect(await createPrefixSums(new Blob([]))(0)).toBe(createHash("sha256").digest("hex"));
});
