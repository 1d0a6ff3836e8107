import { expect, test } from "vitest";
import { createChunkSize } from "./chunk-size";

const mb = 1024 * 1024;

test("grows while it goes quickly, up to what proxies take, and shrinks on a bad line", () => {
  const size = createChunkSize(95 * mb);
  expect(size.bytes).toBe(4 * mb);
  for (let round = 0; round < 10; round++) size.sent(size.bytes, 100);
  expect(size.bytes).toBe(95 * mb);
  size.sent(size.bytes, 20_000);
  expect(size.bytes).toBe(47.5 * mb);
  for (let round = 0; round < 20; round++) size.lost();
  expect(size.bytes).toBe(mb / 4);
  size.sent(1000, 1);
  expect(size.bytes).toBe(mb / 4);
});
