import { SaxesParser } from "saxes";
import { parseAllDocuments } from "yaml";
import { XmlElement } from "./tree-value";

export type TreeFormat = "json" | "yaml" | "xml";

/** More than anybody opens branch by branch; the thread that parses takes about ten times as much memory. */
export const maxTreeBytes = 20 * 1024 * 1024;
/** Depth to which elements may be nested. */
const maxDepth = 2000;
/** A document that unfolds into more than this by its aliases is a bomb. */
const maxAliases = 1000;

/** Why a text is no tree, and where in it, from 1. */
export class TreeProblem extends Error {
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, line: number | null = null, column: number | null = null) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

export function formatOf(name: string): TreeFormat {
  if (/\.ya?ml$/i.test(name)) return "yaml";
  return /\.(?:json|json5|jsonc|geojson|webmanifest|map)$/i.test(name) ? "json" : "xml";
}

const parsers: Record<TreeFormat, (text: string) => unknown> = { json: parseJson, yaml: parseYaml, xml: parseXml };

/** Throws TreeProblem. */
export function parseTree(text: string, format: TreeFormat): unknown {
  return parsers[format](text.replace(/^\uFEFF/, ""));
}

/** Whole numbers keep all their digits, where the browser tells what was written. */
function exactly(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const byLine = /line (\d+) column (\d+)/.exec(message);
    if (byLine !== null) throw new TreeProblem(message, Number(byLine[1]), Number(byLine[2]));
    throw Number.isNaN(offset) ? new TreeProblem(message) : problemAt(message, text, offset);
  }
}

function problemAt(message: string, text: string, offset: number): TreeProblem {
  const before = text.slice(0, offset).split("\n");
  return new TreeProblem(message, before.length, (before.at(-1)?.length ?? 0) + 1);
}

function parseYaml(text: string): unknown {
  const documents = parseAllDocuments(text, { prettyErrors: true, uniqueKeys: false });
  if (!Array.isArray(documents)) return null;
  const values = documents.map((document) => {
    const [error] = document.errors;
    const place = error?.linePos?.[0];
    if (error !== undefined)
      throw new TreeProblem(error.message.split("\n")[0] ?? "", place?.line ?? null, place?.col ?? null);
    try {
      return document.toJS({ maxAliasCount: maxAliases }) as unknown;
    } catch (failure) {
      throw new TreeProblem(failure instanceof Error ? failure.message : "");
    }
  });
  return values.length === 1 ? values[0] : values;
}

/** Entities of a document's own are not resolved: saxes knows those of XML alone. */
function parseXml(text: string): unknown {
  const parser = new SaxesParser();
  const root = new XmlElement("");
  const open = [root];
  const fail = (message: string): never => {
    throw new TreeProblem(message, parser.line, parser.column);
  };
  parser.on("error", ({ message }) => fail(message.replace(/^\d+:\d+: /, "")));
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > maxDepth) fail("Nested too deeply");
    const element = new XmlElement(name);
    for (const [key, value] of Object.entries(attributes)) element.children.push([`@${key}`, value]);
    open.at(-1)?.children.push([name, element]);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  const addText = (value: string) => {
    if (value.trim() !== "") open.at(-1)?.children.push(["#text", value.trim()]);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text).close();
  return root;
}
