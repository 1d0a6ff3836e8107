// Folders that import one another in a circle, which the linter, looking at one file at a time, cannot see.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const source = /(?:from|import|import\()\s*["'](@\/[^"']+|\.\/[^"']+)["']/g;
const isSource = (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "generated") yield* filesBelow(file);
    else if (entry.isFile() && isSource(entry.name)) yield file;
  }
}

/**
 * The knots among the folders that lie directly in `parent`, from the project's root: each a list of names, with an example of
 * every import that ties it. Files that lie in `parent` itself count as the folder ".".
 */
export function findCircles(root, parent) {
  const edges = new Map();
  const roomOf = (file) => {
    const parts = path.relative(path.join(root, parent), file).split(path.sep);
    return parts.length > 1 ? parts[0] : ".";
  };
  for (const file of filesBelow(path.join(root, parent)))
    for (const [, specifier] of readFileSync(file, "utf8").matchAll(source)) {
      const target = specifier.startsWith("@/")
        ? path.join(root, specifier.slice(2))
        : path.resolve(path.dirname(file), specifier);
      if (!target.startsWith(path.join(root, parent) + path.sep)) continue;
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from === to) continue;
      const known = edges.get(from) ?? new Map();
      if (!known.has(to)) known.set(to, `${path.relative(root, file)} → ${path.relative(root, target)}`);
      edges.set(from, known);
    }
  return knotsOf(edges).map((names) => ({
    names: names.toSorted(),
    ties: names.flatMap((from) => names.flatMap((to) => edges.get(from)?.get(to) ?? [])),
  }));
}

/** Tarjan's strongly connected components of more than one node. */
function knotsOf(edges) {
  const [order, low, stack, knots] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of edges.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const knot = stack.splice(stack.indexOf(node));
    if (knot.length > 1) knots.push(knot);
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return knots;
}
