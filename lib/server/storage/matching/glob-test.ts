import { globToSource } from "@/lib/shared/glob";
import { compileExpression } from "./expression";

/** Whether a text is what a glob names, in time that grows with their lengths. */
export function makeGlobTest(glob: string, matchCase: boolean): (text: string) => boolean {
  const source = `^(?:${globToSource(glob)})$`;
  // With one star there is one way to try: JavaScript's own engine is quicker, and many globs are of this kind.
  if ((source.match(/\*/g)?.length ?? 0) > 1) return compileExpression(source, matchCase).matches;
  const pattern = new RegExp(source, matchCase ? "u" : "iu");
  return (text) => pattern.test(text);
}
