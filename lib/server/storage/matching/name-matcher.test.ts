import { describe, expect, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import type { SearchMode } from "@/lib/server/storage/search";
import { makeNameMatcher } from "./name-matcher";

const matcher = (mode: SearchMode, text: string, matchCase = false) => makeNameMatcher({ mode, text, matchCase });

describe("names", () => {
  const cases: [SearchMode, string, string, boolean][] = [
    ["all", "Report.TXT", "report.txt", true],
    ["all", "report", "report.txt", false],
    ["start", "rep", "Report.txt", true],
    ["start", "port", "report.txt", false],
    ["part", "PORT", "report.txt", true],
    ["part", "*", "report.txt", false],
    ["part", "", "anything", true],
    ["part", "ä", "A\u0308rger", true],
    ["part", "a\u0308r", "ÄRGER", true],
    ["part", "strasse", "Hauptstraße 1", true],
    ["part", "ΟΔΟΣ", "οδοσ-οδος", true],
    ["part", "abc", "ＡＢＣ.txt", true],
    ["part", "한글", "\u1112\u1161\u11ab\u1100\u1173\u11af.txt", true],
    ["glob", "*.txt", "report.TXT", true],
    ["glob", "*.txt", "report.txt.bak", false],
    ["glob", "re?ort-[0-9]*", "report-7.pdf", true],
    ["glob", "[!a-c]*", "bar", false],
    ["glob", "*.{jpg,png}", "a.png", true],
    ["glob", "[", "[", true],
    ["glob", "a{b", "a{b", true],
    ["glob", "\\*", "*", true],
    ["glob", "src/**/*.ts", "src/a/b/c.ts", true],
    ["glob", "src/**/*.ts", "src/c.ts", true],
    ["glob", "src/*.ts", "src/a/c.ts", false],
    ["regex", "^\\d{4}-", "2024-01", true],
    ["regex", "^É", "e\u0301t\u00e9", true],
    ["regex", "o$", "foo.txt", false],
  ];
  test.each(cases)("%s %s for %s: %s", (mode, text, name, expected) => {
    expect(matcher(mode, text).matches(name)).toBe(expected);
  });

  test("with case", () => {
    expect(matcher("part", "A", true).matches("a")).toBe(false);
    expect(matcher("part", "ä", true).matches("a\u0308")).toBe(true);
    expect(matcher("regex", "A", true).matches("a")).toBe(false);
  });

  test("tell what was found, in units of the name itself", () => {
    expect(matcher("part", "po").rangesIn("report-po")).toEqual([
      [2, 4],
      [7, 9],
    ]);
    expect(matcher("part", "är").rangesIn("xA\u0308rger")).toEqual([[1, 4]]);
    expect(matcher("part", "ss").rangesIn("aßb")).toEqual([[1, 2]]);
    expect(matcher("part", "글").rangesIn("\u1112\u1161\u11ab\u1100\u1173\u11af")).toEqual([[3, 6]]);
    expect(matcher("regex", "[0-9]+").rangesIn("a12é3")).toEqual([
      [1, 3],
      [4, 5],
    ]);
  });

  test("only globs with a slash ask for the path", () => {
    expect([
      matcher("glob", "a/b").isForPath,
      matcher("glob", "a").isForPath,
      matcher("regex", "a/b").isForPath,
    ]).toEqual([true, false, false]);
  });

  test("a broken expression is said to be one", async () => {
    expect(await outcomeOf(Promise.resolve().then(() => matcher("regex", "(")))).toBe("search/pattern");
  });
});
