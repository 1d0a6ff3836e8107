import { expect, test } from "vitest";
import { callLibc } from "./libc";

test("calls on threads wait for each other, however many there are", async () => {
  const calls = Array.from({ length: 1_000 }, () => callLibc("copy_file_range", -1, null, -1, null, 1, 0));
  const outcomes = await Promise.allSettled(calls);
  const codes = outcomes.map((one) => (one.status === "rejected" ? (one.reason as { code?: string }).code : "done")); // as it comes
  expect(new Set(codes)).toEqual(new Set(["EBADF"]));
});
