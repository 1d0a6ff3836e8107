import { AppError } from "@/lib/shared/errors";
import type { SearchQuery, TextRange } from "@/lib/server/storage/search";
import { fold, unfoldRanges } from "./fold";
import { globToSource } from "@/lib/shared/glob";
import { makeLinearMatcher } from "@/lib/shared/match-in-line";

export type NameMatcher = {
  /** Whether it wants the path below the searched folder instead of the name: globs with a slash. */
  isForPath: boolean;
  /** Whether a pattern may take very long for one name. */
  isPattern: boolean;
  matches: (text: string) => boolean;
  /** What every name that matches holds once it is folded without regard to case; null where there is no such text. */
  needle: string | null;
  /** What of a name that matches was found. */
  rangesIn: (name: string) => TextRange[];
};

const maxRanges = 50;
/** A regular expression is the quicker way as long as it has little to try: the square of a name's length. */
const maxSimpleStars = 2;

/** Throws search/pattern for a regular expression that is none. */
export function makeNameMatcher({
  text,
  mode,
  matchCase,
}: Pick<SearchQuery, "text" | "mode" | "matchCase">): NameMatcher {
  const folded = (value: string) => fold(value, matchCase);
  if (mode === "glob") {
    const source = globToSource(text.normalize("NFC"));
    const pattern = compile(`^(?:${source})$`, matchCase);
    const isSimple = (source.match(/\*/g)?.length ?? 0) <= maxSimpleStars;
    const matches = isSimple ? (value: string) => pattern.test(value) : makeLinearMatcher(source, matchCase);
    return {
      isForPath: text.includes("/"),
      isPattern: true,
      needle: null,
      matches: (value) => matches(value.normalize("NFC")),
      rangesIn: () => [],
    };
  }
  if (mode === "regex") {
    const pattern = compile(text.normalize("NFC"), matchCase);
    return {
      isForPath: false,
      isPattern: true,
      needle: null,
      matches: (value) => pattern.test(value.normalize("NFC")),
      rangesIn: (name) => unfoldRanges(name, true, allMatches(pattern, name.normalize("NFC"))),
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

function compile(source: string, matchCase: boolean): RegExp {
  try {
    return new RegExp(source, matchCase ? "u" : "iu");
  } catch (error) {
    throw new AppError("search/pattern", {}, { cause: error });
  }
}

function allMatches(pattern: RegExp, text: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
    if (match[0] !== "") ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= maxRanges) break;
  }
  return ranges;
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
