import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createSums } from "./hash-file";

const data = Buffer.from(Array.from({ length: 9_000_000 }, (_, index) => (index * 31) % 256));
const whole = createHash("sha256").update(data).digest("hex");
const partOf = (start: number, end: number) => createHash("sha256").update(data.subarray(start, end)).digest("base64");

test("sums of parts and of the whole, also when it goes on in the middle or a part comes again", async () => {
  const sums = createSums(new Blob([data]));
  expect(await sums(0, 5_000_000)).toEqual({ part: partOf(0, 5_000_000), whole: null });
  expect(await sums(3_000_000, 6_000_000)).toEqual({ part: partOf(3_000_000, 6_000_000), whole: null });
  expect(await sums(6_000_000, 9_000_000)).toEqual({ part: partOf(6_000_000, 9_000_000), whole });
  expect(await sums(8_000_000, 9_000_000)).toEqual({ part: partOf(8_000_000, 9_000_000), whole });
  const later = createSums(new Blob([data]));
  expect(await later(8_999_999, 9_000_000)).toEqual({ part: partOf(8_999_999, 9_000_000), whole });
});
