import { RE2JS, RE2JSSyntaxException } from "re2js";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { TextRange } from "@/lib/server/storage/search";

/** A regular expression whose time grows with the length of a text times its own size, whatever the two are. */
export type Expression = {
  matches: (text: string) => boolean;
  /** What of a text matches, the first 50, without those of no characters. */
  rangesIn: (text: string) => TextRange[];
  /** In steps of the engine. */
  size: number;
};

const { mostSteps, mostCharacters } = limits.expressions;
const maxRanges = 50;

/**
 * Compiles what a user wrote. JavaScript's own engine tries one way after the other, for ever where `(a+)+$` meets a long row of letters. Throws
 * search/pattern (none), search/pattern-unsupported (nothing that a linear engine can do), search/pattern-large.
 */
export function compileExpression(source: string, matchCase: boolean): Expression {
  if (countSteps(source) > mostSteps) throw new AppError("search/pattern-large");
  const pattern = compile(source, matchCase);
  // What is optional takes a step of its own.
  if (pattern.programSize() > 1.5 * mostSteps) throw new AppError("search/pattern-large");
  return {
    size: pattern.programSize(),
    matches: (text) => text.length <= mostCharacters && pattern.test(text),
    rangesIn(text) {
      const ranges: TextRange[] = [];
      if (text.length > mostCharacters) return ranges;
      const matcher = pattern.matcher(text);
      while (ranges.length < maxRanges && matcher.find())
        if (matcher.end() > matcher.start()) ranges.push([matcher.start(), matcher.end()]);
      return ranges;
    },
  };
}

function compile(source: string, matchCase: boolean): RE2JS {
  // The engine takes it for a letter.
  if (/(?<!\\)(?:\\\\)*\\k</.test(source)) throw new AppError("search/pattern-unsupported");
  try {
    const translated = RE2JS.translateRegExp(named(source));
    return RE2JS.compile(translated, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    if (/repeat count|nested repetition|too large/.test(error.message) && isJavaScript(source))
      throw new AppError("search/pattern-large", {}, { cause: error });
    throw new AppError(isJavaScript(source) ? "search/pattern-unsupported" : "search/pattern", {}, { cause: error });
  }
}

/** Scripts by their long names, as JavaScript has them. */
function named(source: string): string {
  return source.replaceAll(/\\([pP])\{(?:Script|sc|General_Category|gc)=(\w+)\}/g, String.raw`\$1{$2}`);
}

/** Whether JavaScript would take it. Compiled only, never run. */
function isJavaScript(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
}

const parts = /\\[pP]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/gu;

/** How large the compiled expression will be, roughly and rather too much: compiling `([a-z]{1000}){1000}` to find out would take long itself. */
export function countSteps(source: string): number {
  const open: number[] = [];
  let [sum, last] = [0, 0];
  for (const [part, least, most] of source.matchAll(parts)) {
    if (part === "(") {
      open.push(sum + last);
      [sum, last] = [0, 0];
    } else if (part === ")") [sum, last] = [open.pop() ?? 0, sum + last + 2];
    else if (least !== undefined) last *= Math.max(1, Number(most ?? least), Number(least) + (most === "" ? 1 : 0));
    // Hundreds of ranges have to be looked through for a letter of Unicode.
    else [sum, last] = [sum + last, /^\\p/i.test(part) ? 3 : 1];
  }
  return open.reduce((all, one) => all + one, sum + last);
}
