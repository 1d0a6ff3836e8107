import { Composer, Parser, type CST, type Document, type LineCounter, type ParsedNode } from "yaml";

/** Nobody nests deeper, and what is deeper lets the parser run out of stack, which ends more than the reading. */
const deepest = 100;

/**
 * The documents of a YAML text as nodes, and keys that are there twice only as mistakes with `uniqueKeys`, which costs most; null for one that is nested too deep to be read. What its aliases stand for is not
 * copied. It takes long for what is made to be slow: others' text belongs in a thread, or is kept short.
 */
export function readYaml(
  text: string,
  { lines, uniqueKeys = false }: { lines?: LineCounter; uniqueKeys?: boolean } = {},
): Document.Parsed<ParsedNode>[] | null {
  // These two keep their own stack, unlike what makes nodes of it.
  const tokens = [...new Parser(lines?.addNewLine).parse(text)];
  if (isTooDeep(tokens)) return null;
  const composer = new Composer({ merge: true, prettyErrors: false, logLevel: "silent", uniqueKeys });
  return [...composer.compose(tokens, true, text.length)];
}

function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level: readonly CST.Token[] = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

function partsOf(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part !== null && part !== undefined));
}
