import { expect, test } from "vitest";
import { problemOfLine } from "./command-lines";

test.each([
  ["git log *", null],
  ["'/opt/my tools/run' **", null],
  ["./run", "badProgram"],
  ["a=b ls", "badProgram"],
  ["ls 'x", "badArgs"],
  ["ls ** x", "badArgs"],
  [`ls ${"x".repeat(600)}`, "tooLong"],
])("%j: %j", (line, problem) => {
  expect(problemOfLine(line, 99)).toBe(problem);
  expect(problemOfLine(line, 100)).toBe("full");
});
