import { isAlias, isMap, isScalar, isSeq, LineCounter, type Document, type Node, type Pair } from "yaml";
import { readYaml } from "@/lib/shared/read-yaml";
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
  | {
      kind: "unknownKey" | "noService" | "noVolume" | "noNetwork" | "noImage" | "noVariable" | "environment";
      text: string;
    }
  /** `text` is the key. */
  | { kind: "wrongValue"; text: string; wanted: Wanted }
  | { kind: "noServices" | "notTable" | "tooDeep"; text: "" }
);
type Kind = ComposeProblem["kind"];

const most = 100;
/** What is longer is not checked: somebody else may have written it, and a key that is typed would wait for it. */
export const mostChecked = 64 * 1024;

type Options = {
  /** Other files of the stack may have what this one lacks. */
  isPart?: boolean;
};

/** What is wrong with a Compose file as far as it can be seen without Compose; `services` are the names of those in it. */
export function checkCompose(
  text: string,
  { isPart = false }: Options = {},
): { problems: readonly ComposeProblem[]; services: readonly string[] } {
  if (text.length > mostChecked) return { problems: [], services: [] };
  const lines = new LineCounter();
  const problems: ComposeProblem[] = [];
  const add = (kind: Kind, [from, to]: readonly [number, number], words: string, wanted?: Wanted) => {
    const [start, end] = [lines.linePos(from), lines.linePos(Math.max(from + 1, to))];
    const place = { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
    // The kinds without a text get none, and what is wanted comes with its own kind.
    problems.push({ ...place, kind, text: words, ...(wanted === undefined ? {} : { wanted }) } as ComposeProblem); // as said above
  };
  const documents = readYaml(text, { lines, uniqueKeys: true });
  if (documents === null) add("tooDeep", [0, 1], "");
  else {
    for (const { errors } of documents) for (const { pos, message } of errors) add("syntax", pos, message);
    if (problems.length === 0) checkDocuments(documents, { add, isPart: isPart || documents.length > 1 });
    return {
      problems: distinct(problems).slice(0, most),
      services: documents.flatMap((one) => namesIn(one, "services")),
    };
  }
  return { problems, services: [] };
}

type Add = (kind: Kind, range: readonly [number, number], words: string, wanted?: Wanted) => void;

function checkDocuments(documents: readonly Document[], { add, isPart }: { add: Add; isPart: boolean }): void {
  for (const document of documents)
    if (isMap(document.contents)) {
      checkKeys(document.contents, composeKeys, (node) => add("unknownKey", rangeOf(node), wordOf(node)));
      checkValues(document.contents, (node, name, wanted) => add("wrongValue", rangeOf(node), name, wanted));
      if (!isPart) checkUse(document, (kind, node, words) => add(kind, rangeOf(node), words));
    } else if (document.contents !== null || documents.length < 2) add("notTable", [0, 1], "");
  const isWhole = documents.some((one) => isMap(one.contents) && ["services", "include"].some((key) => one.has(key)));
  if (!isPart && !isWhole && documents.every((one) => isMap(one.contents))) add("noServices", [0, 1], "");
}

/** Each once: a mistake that is found twice is one in the list. */
function distinct(problems: readonly ComposeProblem[]): ComposeProblem[] {
  return [...new Map(problems.map((one) => [`${one.line}:${one.column}:${one.kind}:${one.text}`, one])).values()];
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
  const parts = partsOf(document, document.contents);
  if (parts.has("include")) return;
  const [known, volumes, networks] = [
    namesIn(document, "services"),
    namesIn(document, "volumes"),
    ["default", ...namesIn(document, "networks")],
  ];
  // What a variable stands for is not known here.
  const isMissing = (name: string, among: readonly string[]) => !name.includes("$") && !among.includes(name);
  for (const { key, value } of partsOf(document, parts.get("services")?.value).values()) {
    const service = partsOf(document, value);
    if (service.size === 0 && !isMap(value)) continue;
    const has = (name: string) => service.has(name);
    if (!["image", "build", "extends", "provider"].some(has)) misuse("noImage", key, wordOf(key));
    for (const { node, isWanted } of namedIn(document, service.get("depends_on")?.value))
      if (isWanted && isMissing(wordOf(node), known)) misuse("noService", node, wordOf(node));
    for (const { node } of namedIn(document, service.get("networks")?.value))
      if (isMissing(wordOf(node), networks)) misuse("noNetwork", node, wordOf(node));
    for (const { node } of namedIn(document, service.get("volumes")?.value)) {
      const [source = "", target] = wordOf(node).split(":");
      // Folders have a slash or a dot, disks of Windows one letter, anonymous volumes no target, and variables may be anything.
      if (target !== undefined && /^[a-zA-Z0-9][\w.-]+$/.test(source) && isMissing(source, volumes))
        misuse("noVolume", node, source);
    }
  }
}

/** Of a list of names, or a table of them; what a service can do without is not wanted. */
function namedIn(document: Document, node: unknown): { node: Node; isWanted: boolean }[] {
  const found = resolved(document, node);
  if (isSeq(found))
    return found.items
      .map((item) => resolved(document, item))
      .flatMap((item) => (isScalar(item) ? [{ node: item, isWanted: true }] : []));
  return [...partsOf(document, found).values()].map(({ key, value }) => {
    const required = partsOf(document, value).get("required")?.value;
    return { node: key, isWanted: !(isScalar(required) && required.value === false) };
  });
}

function namesIn(document: Document, table: string): string[] {
  return namedIn(document, partsOf(document, document.contents).get(table)?.value).map(({ node }) => wordOf(node));
}

type Part = { key: Node; value: unknown };

const resolved = (document: Document, node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);

/** The parts of a table by their names, with those that it merges. Its own come before merged ones, and earlier merged ones before later. */
function partsOf(document: Document, node: unknown, depth = 0): ReadonlyMap<string, Part> {
  const table = resolved(document, node);
  const own = new Map<string, Part>();
  if (!isMap(table) || depth > mostMerged) return own;
  const merged = new Map<string, Part>();
  for (const { key, value } of table.items as Pair<Node>[]) {
    if (wordOf(key) !== "<<") {
      own.set(wordOf(key), { key, value });
      continue;
    }
    const sources = resolved(document, value);
    for (const source of isSeq(sources) ? sources.items : [sources])
      for (const [name, part] of partsOf(document, source, depth + 1)) if (!merged.has(name)) merged.set(name, part);
  }
  for (const [name, part] of merged) if (!own.has(name)) own.set(name, part);
  return own;
}

/** Tables that merge tables that merge tables. */
const mostMerged = 8;

/** Of YAML's own merging the parser makes a symbol. */
const wordOf = (node: unknown): string =>
  isScalar(node) ? (typeof node.value === "symbol" ? "<<" : String(node.value)) : "";
const rangeOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 1];
