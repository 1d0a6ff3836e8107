import { globToSource } from "./glob";
import { makeLinearMatcher } from "./match-in-line";

const wild = /[*?[{\\]/;

/**
 * Whether a name is one of these, or matches one with wildcards (`*.tmp`, `~$*`, `[Tt]humbs.db`, `{a,b}`). Letter case counts. The time for a name
 * grows with its length times that of the patterns, whatever they are; names and the usual `*.end` and `begin*` cost next to nothing.
 */
export function makeNameFilter(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns);
  const tests = patterns.filter((pattern) => wild.test(pattern)).map(testOf);
  return (name) => names.has(name) || tests.some((isMatch) => isMatch(name));
}

function testOf(pattern: string): (name: string) => boolean {
  const [first, rest] = [pattern.slice(0, 1), pattern.slice(1)];
  if (first === "*" && !wild.test(rest)) return (name) => name.endsWith(rest);
  if (pattern.endsWith("*") && !wild.test(pattern.slice(0, -1))) return (name) => name.startsWith(pattern.slice(0, -1));
  return makeLinearMatcher(globToSource(pattern), true);
}
