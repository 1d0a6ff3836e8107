import { describe, expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
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
  ])("%s has an end, and few steps for each letter, for the longest of names", (source, letters) => {
    const { matches, rangesIn, size } = compileExpression(source, false);
    // So many steps, at most, for each letter: bench/verdicts/patterns.ts has how long they take.
    expect(size).toBeLessThanOrEqual(limits.expressions.mostSteps * 1.5);
    const name = `${letters.repeat(255).slice(0, 250)}!`;
    const isFound = matches(name);
    // What is found of it is nothing but its empty end.
    expect([isFound, rangesIn(name)]).toEqual([source.endsWith(")*$"), []]);
  });
});

function sizeOf(source: string): number {
  const { size } = compileExpression(source, false);
  return size;
}
