import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair } from "yaml";

/** Of what a Compose file names: more is not read. */
export const [mostServices, mostPaths] = [2_000, 1_000];

/** What an alias stands for is looked up once, and never copied: so what it costs does not multiply. */
function resolved(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

export function textOf(document: Document, node: unknown): string | null {
  const found = resolved(document, node);
  if (!isScalar(found)) return null;
  const { value } = found;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

export function itemsOf(document: Document, node: unknown): readonly unknown[] {
  const found = resolved(document, node);
  return isSeq(found) ? found.items.slice(0, mostPaths) : [];
}

/** The parts of a table, with those that it merges in one step; none where it is no table. */
export function partsOf(document: Document, node: unknown, isMerged = false): Map<string, unknown> {
  const found = resolved(document, node);
  const parts = new Map<string, unknown>();
  if (!isMap(found)) return parts;
  for (const { key, value } of found.items as Pair<Node>[]) {
    const name = isScalar(key) ? String(key.value) : "";
    if (name !== "<<" && name !== "Symbol(<<)") parts.set(name, value);
    else if (!isMerged)
      for (const one of [value, ...itemsOf(document, value)])
        for (const [inner, part] of partsOf(document, one, true)) if (!parts.has(inner)) parts.set(inner, part);
    if (parts.size >= mostServices) break;
  }
  return parts;
}
