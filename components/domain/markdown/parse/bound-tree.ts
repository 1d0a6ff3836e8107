import type { Element, ElementContent, Root } from "hast";
import { maxDepth, maxDiagramLength, maxDiagrams, maxElements, maxFormulaLength, maxImages } from "./limits";

/** Thrown where a text would cost the page too much. */
export class TooComplex extends Error {}

type Counts = { elements: number; images: number; diagrams: number };
type Parent = Root | Element;

/**
 * A rehype plugin: refuses what is nested too deep or has too many elements, and leaves of pictures, diagrams and formulas as
 * many as a page can carry.
 */
export function boundTree() {
  return (tree: Root): void => boundChildren(tree, 0, { elements: 0, images: 0, diagrams: 0 });
}

function boundChildren(node: Parent, depth: number, counts: Counts): void {
  if (depth > maxDepth) throw new TooComplex();
  delete node.position;
  node.children = node.children.map((child) => (child.type === "element" ? bound(child, counts) : child)) as Element[]; // the same kinds as before
  for (const child of node.children)
    if (child.type === "element") boundChildren(child, depth + 1, counts);
    else delete child.position;
}

function bound(element: Element, counts: Counts): ElementContent {
  counts.elements += 1;
  if (counts.elements > maxElements) throw new TooComplex();
  if (element.tagName === "img") {
    counts.images += 1;
    return counts.images > maxImages ? { type: "text", value: element.properties["alt"] ?? "" } : element;
  }
  if (element.tagName !== "code") return element;
  const classes = Array.isArray(element.properties["className"]) ? element.properties["className"] : [];
  const length = element.children.reduce((sum, child) => sum + ("value" in child ? child.value.length : 0), 0);
  if (classes.includes("language-mermaid")) {
    counts.diagrams += 1;
    if (counts.diagrams > maxDiagrams || length > maxDiagramLength) element.properties = {};
  } else if (length > maxFormulaLength && classes.some((name) => /math/.test(name))) element.properties = {};
  return element;
}
