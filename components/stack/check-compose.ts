import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node, type Pair } from "yaml";
import { anyName, composeKeys, type Keys } from "./compose-keys";
import { checkValues, type Wanted } from "./compose-values";

/** Lines and columns count from 1. */
export type ComposeProblem = {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
} & (
  | { kind: "syntax"; text: string }
  | { kind: "unknownKey" | "noService" | "noVolume" | "noNetwork" | "noImage" | "environment"; text: string }
  /** `text` is the key. */
  | { kind: "wrongValue"; text: string; wanted: Wanted }
  | { kind: "noServices" | "notTable"; text: "" }
);
type Kind = ComposeProblem["kind"];

const most = 100;

/** What is wrong with a Compose file as far as it can be seen without Compose; `services` are the names of those in it. */
export function checkCompose(text: string): { problems: readonly ComposeProblem[]; services: readonly string[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const problems: ComposeProblem[] = [];
  const add = (kind: Kind, [from, to]: readonly [number, number], words: string, wanted?: Wanted) => {
    const [start, end] = [lines.linePos(from), lines.linePos(Math.max(from + 1, to))];
    const place = { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
    // The kinds without a text get none, and what is wanted comes with its own kind.
    problems.push({ ...place, kind, text: words, ...(wanted === undefined ? {} : { wanted }) } as ComposeProblem); // as said above
  };
  for (const { pos, message } of document.errors) add("syntax", pos, message);
  if (problems.length === 0) {
    if (isMap(document.contents)) {
      checkKeys(document.contents, composeKeys, (node) => add("unknownKey", rangeOf(node), wordOf(node)));
      checkValues(document.contents, (node, name, wanted) => add("wrongValue", rangeOf(node), name, wanted));
      checkUse(document, (kind, node, words) => add(kind, rangeOf(node), words));
      if (!document.has("services") && !document.has("include")) add("noServices", [0, 1], "");
    } else add("notTable", [0, 1], "");
  }
  return { problems: problems.slice(0, most), services: namesIn(document, "services") };
}

/** The lines of an environment file that say nothing Compose could read. */
export function checkEnvironment(text: string): readonly ComposeProblem[] {
  const problems: ComposeProblem[] = [];
  let quote = "";
  for (const [index, line] of text.split("\n").entries()) {
    // A value in quotes goes on until they are closed.
    if (quote !== "") {
      if (line.includes(quote)) quote = "";
      continue;
    }
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const found = /^(?:export\s+)?[A-Za-z_][\w.-]*\s*(?:[=:]\s*(.*))?$/.exec(trimmed);
    const value = found?.[1] ?? "";
    const opening = /^["']/.exec(value)?.[0] ?? "";
    if (opening !== "" && !value.slice(1).includes(opening)) quote = opening;
    if (found !== null) continue;
    const place = { line: index + 1, column: 1, endLine: index + 1, endColumn: line.length + 1 };
    problems.push({ ...place, kind: "environment", text: trimmed.slice(0, 60) });
  }
  return problems.slice(0, most);
}

type Found = (node: Node) => void;

function checkKeys(node: unknown, keys: Keys, unknown: Found): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items as Pair<Node>[]) {
    const name = wordOf(key);
    // Extensions, and YAML's own merging.
    if (name.startsWith("x-") || name === "<<") continue;
    const deeper = keys[anyName] ?? keys[name];
    if (deeper === undefined) unknown(key);
    else if (deeper !== null) checkKeys(value, deeper, unknown);
  }
}

type Misuse = (kind: "noService" | "noVolume" | "noNetwork" | "noImage", node: Node, words: string) => void;

/** What services name must be there, unless other files may have it. */
function checkUse(document: Document, misuse: Misuse): void {
  const services = document.get("services");
  if (!isMap(services) || document.has("include")) return;
  const [known, volumes, networks] = [
    namesIn(document, "services"),
    namesIn(document, "volumes"),
    ["default", ...namesIn(document, "networks")],
  ];
  for (const { key, value } of services.items as Pair<Node>[]) {
    if (!isMap(value)) continue;
    const has = (name: string) => value.has(name);
    if (!["image", "build", "extends", "provider", "<<"].some(has)) misuse("noImage", key, wordOf(key));
    for (const node of namedIn(value.get("depends_on", true)))
      if (!known.includes(wordOf(node))) misuse("noService", node, wordOf(node));
    for (const node of namedIn(value.get("networks", true)))
      if (!networks.includes(wordOf(node))) misuse("noNetwork", node, wordOf(node));
    for (const node of namedIn(value.get("volumes", true))) {
      const [source = "", target] = wordOf(node).split(":");
      // Folders have a slash or a dot, anonymous volumes no target, and variables may be anything.
      if (target !== undefined && /^[a-zA-Z0-9][\w.-]*$/.test(source) && !volumes.includes(source))
        misuse("noVolume", node, source);
    }
  }
}

/** Of a list of names, or a table of them. */
function namedIn(node: unknown): Node[] {
  if (isMap(node)) return (node.items as Pair<Node>[]).map(({ key }) => key);
  if (isSeq(node)) return (node.items as Node[]).filter((item) => isScalar(item));
  return [];
}

function namesIn(document: Document, table: string): string[] {
  return namedIn(document.get(table)).map(wordOf);
}

/** Of YAML's own merging the parser makes a symbol. */
const wordOf = (node: unknown): string =>
  isScalar(node) ? (typeof node.value === "symbol" ? "<<" : String(node.value)) : "";
const rangeOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 1];
