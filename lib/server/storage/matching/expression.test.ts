import { describe, expect, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { compileExpression, countSteps } from "./expression";

const failure = (source: string) => outcomeOf(Promise.resolve().then(() => compileExpression(source, false)));

describe("expressions of users", () => {
  test.each([
    ["(", "search/pattern"],
    ["[b-a]", "search/pattern"],
    ["a{2,1}", "search/pattern"],
    [String.raw`(a)\1`, "search/pattern-unsupported"],
    [String.raw`(?<x>a)\k<x>`, "search/pattern-unsupported"],
    ["(?=a)", "search/pattern-unsupported"],
    ["(?<!a)b", "search/pattern-unsupported"],
    ["(?:x{1000}){1000}", "search/pattern-large"],
    ["(?:(?:x{50}){50}){50}", "search/pattern-large"],
    ["x{5000}", "search/pattern-large"],
    [String.raw`(?:\p{L}{1,100}){20}`, "search/pattern-large"],
  ])("%s: %s", async (source, expected) => expect(await failure(source)).toBe(expected));

  test.each([
    [String.raw`^\d{4}-\d\d`, "2024-01 x", [[0, 7]]],
    [String.raw`\p{Script=Greek}+`, "abΩδ", [[2, 4]]],
    ["(?<year>[0-9]+)", "a12", [[1, 3]]],
    ["🎉b", "글🎉b", [[1, 4]]],
    ["x*", "axxbx", [[1, 3], [4, 5]]], // oxfmt-ignore
    [String.raw`\u{1f389}`, "\u{1f389}", [[0, 2]]],
    [String.raw`[^\d-]\/`, "a/", [[0, 2]]],
    ["ÄB", "äb", [[0, 2]]],
  ])("%s in %s", (source, text, ranges) => expect(compileExpression(source, false).rangesIn(text)).toEqual(ranges));

  test("the estimate is never smaller than half of what comes out", () => {
    for (const source of [
      "a{30}",
      "(ab|c){20}",
      "((a{3}){4}b){5}",
      "[a-z]{10}x",
      String.raw`\p{Lu}{7}`,
      "[^]a]{9}",
      "a{3,}",
    ])
      expect([source, countSteps(source) * 2 + 10 >= sizeOf(source)]).toEqual([source, true]);
  });

  test.each([
    ["(a+)+$", "a"],
    ["(a|aa)+$", "a"],
    ["(a*)*b", "a"],
    ["(.*a){40}$", "a"],
    [".*a.{400}$", "ab"],
    ["(a?){30}(a?){30}a{60}$", "a"],
    [String.raw`(\b\w{0,5}\b)*(\b\w{0,5}\b)*$`, "ab c"],
    [String.raw`(?:\p{L}{1,9}){18}$`, "aß"],
  ])("%s costs a moment for the longest of names", (source, letters) => {
    const expression = compileExpression(source, false);
    const names = Array.from({ length: 64 }, (_, index) => `${letters.repeat(255).slice(0, 250)}!${index}`);
    // The best of them: others may be at work beside the test.
    const times = names.map((name) => {
      const beganMs = performance.now();
      expression.matches(name);
      expression.rangesIn(name);
      return performance.now() - beganMs;
    });
    expect(Math.min(...times)).toBeLessThan(20);
  });
});

function sizeOf(source: string): number {
  const { size } = compileExpression(source, false);
  return size;
}
