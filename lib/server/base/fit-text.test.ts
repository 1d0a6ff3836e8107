import { expect, it } from "vitest";
import { fitLines, fitList, fitPair, fitText, shareRoom } from "./fit-text";

it("leaves out the middle and says how much: the name at the end of a path is told", () => {
  const path = `demo/${"x".repeat(3_000)}/victim.txt`;
  const text = fitText(path, 1_024);
  expect([text.length, text.startsWith("demo/x"), text.endsWith("x/victim.txt")]).toEqual([1_024, true, true]);
  expect(text).toContain(`…(${path.length - 1_024 + "…(3016)…".length})…`);
  expect(fitText("🎉".repeat(2_000), 1_024).isWellFormed()).toBe(true);
  expect(fitText("short", 1_024)).toBe("short");
});

it("gives neither part of a pair the other's room", () => {
  const long = (name: string) => `${"x".repeat(4_000)}/${name}`;
  expect(fitPair(long("from"), long("to"))).toMatch(/^x+…\(\d+\)…x+\/from → x+…\(\d+\)…x+\/to$/);
  expect(fitPair(long("from"), long("to")).length).toBeLessThanOrEqual(1_024);
  expect(fitPair(long("from"), "to")).toMatch(/\/from → to$/);
  expect(shareRoom([10, 1_000, 1_000], 100)).toEqual([10, 45, 45]);
});

it("tells the short ones of a list that does not fit, and how many it leaves out", () => {
  const filler = Array.from({ length: 30 }, (_, at) => `${"x".repeat(400)}${at}`);
  expect(fitList([...filler, "/etc"], 400)).toMatch(/^\/etc, .*, …\(\d+\)$/);
  expect(fitList([...filler, "/etc"], 400).length).toBeLessThanOrEqual(400);
  expect(fitList(["a", "b"], 400)).toBe("a, b");
});

it("tells each of ten thousand in some hundred lines, and never more lines than that", () => {
  const few = Array.from({ length: 500 }, (_, at) => `demo/${at}`);
  expect(fitLines(few, 500)).toEqual(few);
  for (const length of [501, 999, 1_001, 10_000]) {
    const many = Array.from({ length }, (_, at) => `demo/${"x".repeat(1_200)}/${at}.txt`);
    const lines = fitLines(many, 500);
    expect(lines.length).toBeLessThanOrEqual(500);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(1_024);
    const names = new Set(lines.flatMap((line) => line.split(", ")).map((item) => item.split("/").at(-1)));
    expect(many.every((_, at) => names.has(`${at}.txt`))).toBe(true);
  }
  const refused = fitLines(
    Array.from({ length: 10_000 }, (_, at) => `demo/folder/of/many/files/that/are/not/there/${at}`),
    10,
  );
  expect([refused.length, refused.at(-1)?.startsWith("…(")]).toEqual([11, true]);
  expect(fitLines(["a, b", "c"], 1)).toEqual(['"a, b", c']);
});
