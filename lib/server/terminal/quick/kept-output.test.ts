import { expect, test } from "vitest";
import { createKeptOutput } from "./kept-output";

const keep = (...pieces: (string | Buffer)[]) => {
  const kept = createKeptOutput();
  for (const piece of pieces) kept.add(Buffer.from(piece));
  return kept;
};

test("colours, titles and redrawn lines are taken out, letters cut in two are put together", () => {
  const [first, second] = [Buffer.from("ä").subarray(0, 1), Buffer.from("ä").subarray(1)];
  const kept = keep("\u001b[31mred\u001b[0m\r\n\u001b]2;title\u0007", "10 %\r50 %\r100 %\r\n", first, second);
  expect(kept.read()).toEqual({ output: "red\n100 %\nä", isCut: false });
  expect(kept.lastLine()).toBe("ä");
});

test("of much the end is kept", () => {
  const kept = createKeptOutput();
  for (let at = 0; at < 40_000; at++) kept.add(Buffer.from(`line ${at}\r\n`));
  const { output, isCut } = kept.read();
  expect(isCut).toBe(true);
  expect(output.length).toBeLessThanOrEqual(64 * 1024);
  expect(output).toMatch(/line 39999\n$/);
});
