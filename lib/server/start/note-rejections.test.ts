import { expect, test } from "vitest";
import { unhandled } from "@/lib/server/base/unhandled";
import { noteRejections } from "./note-rejections";

test("what nothing waited for is counted each time, and logged so often", () => {
  const logged: unknown[] = [];
  const note = noteRejections({ error: (...line: unknown[]) => void logged.push(line) });
  const before = unhandled.rejections;
  for (let round = 0; round < 1_000; round++) note(new Error("lost"));
  expect(unhandled.rejections - before).toBe(1_000);
  expect(logged).toHaveLength(100);
});
