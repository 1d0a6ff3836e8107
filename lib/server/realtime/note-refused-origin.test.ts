import { expect, test } from "vitest";
import { noteRefusedOrigin } from "./note-refused-origin";

test("each pair is told once, and strangers cannot fill the log", () => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  for (let round = 0; round < 3; round++) noteRefusedOrigin(log, { got: "files.example", expected: "localhost:8480" });
  expect(lines).toHaveLength(1);
  for (let index = 0; index < 1_000; index++) noteRefusedOrigin(log, { got: `${index}.example`, expected: "x" });
  expect(lines).toHaveLength(100);
});
