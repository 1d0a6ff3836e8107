import type { SearchQuery, TextRange } from "@/lib/server/storage/search";
import { compileExpression } from "./expression";
import { fold, unfoldRanges } from "./fold";
import { makeGlobTest } from "./glob-test";

export type NameMatcher = {
  /** Whether it wants the path below the searched folder instead of the name: globs with a slash. */
  isForPath: boolean;
  /** Whether it is a pattern, which may take milliseconds for a name. */
  isPattern: boolean;
  matches: (text: string) => boolean;
  /** What every name that matches holds once it is folded without regard to case; null where there is no such text. */
  needle: string | null;
  /** What of a name that matches was found. */
  rangesIn: (name: string) => TextRange[];
};

const maxRanges = 50;

/** Throws search/pattern, search/pattern-unsupported and search/pattern-large: see {@link compileExpression}. */
export function makeNameMatcher({
  text,
  mode,
  matchCase,
}: Pick<SearchQuery, "text" | "mode" | "matchCase">): NameMatcher {
  const folded = (value: string) => fold(value, matchCase);
  if (mode === "glob") {
    const matches = makeGlobTest(text.normalize("NFC"), matchCase);
    return {
      isForPath: text.includes("/"),
      isPattern: true,
      needle: null,
      matches: (value) => matches(value.normalize("NFC")),
      rangesIn: () => [],
    };
  }
  if (mode === "regex") {
    const expression = compileExpression(text.normalize("NFC"), matchCase);
    return {
      isForPath: false,
      isPattern: true,
      needle: null,
      matches: (value) => expression.matches(value.normalize("NFC")),
      rangesIn: (name) => unfoldRanges(name, true, expression.rangesIn(name.normalize("NFC"))),
    };
  }
  const wanted = folded(text);
  const matches = {
    all: (value: string) => folded(value) === wanted,
    start: (value: string) => folded(value).startsWith(wanted),
    part: (value: string) => folded(value).includes(wanted),
  }[mode];
  return {
    isForPath: false,
    isPattern: false,
    needle: matchCase || wanted === "" || wanted.includes("/") ? null : wanted,
    matches: wanted === "" ? () => true : matches,
    rangesIn: (name) => (wanted === "" ? [] : unfoldRanges(name, matchCase, occurrences(folded(name), wanted, mode))),
  };
}

function occurrences(text: string, wanted: string, mode: "all" | "start" | "part"): TextRange[] {
  if (mode !== "part") return [[0, wanted.length]];
  const ranges: TextRange[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && ranges.length < maxRanges;
    at = text.indexOf(wanted, at + wanted.length)
  )
    ranges.push([at, at + wanted.length]);
  return ranges;
}
