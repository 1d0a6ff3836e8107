// For a test: which queries of the screen could be taken for one another. A key that two spell belongs to both, whatever each of them fetches.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vitest/node";
import { root } from "../fingerprint.mjs";
import { fileOf } from "../walk-imports.mjs";

/** Stands for a part that is known when it runs. */
const any = "*";

const textOf = (file) => readFileSync(path.join(root, file), "utf8");
const parsed = new Map();
function programOf(file) {
  if (!parsed.has(file)) parsed.set(file, parseAst(textOf(file), { lang: path.extname(file).slice(1) }));
  return parsed.get(file);
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node).flat()) if (typeof value?.type === "string") walk(value, visit);
}

/** What the name stands for: the value of a constant, here or where it is imported from, with its file. */
function valueOf(name, file) {
  let found = null;
  walk(programOf(file), (node) => {
    if (node.type === "VariableDeclarator" && node.id.name === name && node.init !== null)
      found ??= { value: node.init, file };
    if (node.type !== "ImportSpecifier" || node.local.name !== name) return;
    const imported = programOf(file).body.find(({ specifiers }) => specifiers?.includes(node));
    const from = fileOf(file, imported.source.value);
    if (from !== null) found ??= valueOf(node.imported.name, from);
  });
  return found;
}

/** The parts of a key, null where it is given by somebody else. */
function partsOf(node, file) {
  if (node.type === "TSAsExpression" || node.type === "JSXExpressionContainer") return partsOf(node.expression, file);
  if (node.type === "ArrowFunctionExpression") return partsOf(node.body, file);
  if (node.type === "Identifier" || node.type === "CallExpression") {
    const found = valueOf(node.type === "Identifier" ? node.name : node.callee.name, file);
    return found === null ? null : partsOf(found.value, found.file);
  }
  if (node.type !== "ArrayExpression") return null;
  return node.elements.flatMap((element) => {
    if (element.type === "SpreadElement") return partsOf(element.argument, file) ?? [any];
    return typeof element.value === "string" ? [element.value] : [any];
  });
}

const fetches = ["queryFn", "load"];

/** Every place that gives a key together with what it is fetched by. */
function queriesOf(file) {
  const queries = [];
  walk(programOf(file), (node) => {
    const named = node.type === "ObjectExpression" ? node.properties : (node.attributes ?? []);
    const valueBy = (name) => named.find((one) => (one.key ?? one.name)?.name === name)?.value;
    const key = valueBy("queryKey");
    if (!key || !fetches.some(valueBy)) return;
    const parts = partsOf(key, file);
    if (parts !== null) queries.push({ parts, file });
  });
  return queries;
}

export function queriesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => textOf(file).includes("queryKey"))
    .flatMap(queriesOf);
}

const canBeOne = (some, other) =>
  some.length === other.length && some.every((part, at) => part === any || other[at] === any || part === other[at]);

/** Every two that could have the same key. */
export function findShared(queries) {
  return queries.flatMap((query, at) =>
    queries
      .slice(at + 1)
      .filter(({ parts }) => canBeOne(parts, query.parts))
      .map((other) => [query, other].map(({ parts, file }) => `${file}: ${parts.join("/")}`)),
  );
}
