import type { Nodes } from "mdast";

/**
 * A remark plugin: gives back the text of what is no formula but two prices. As Pandoc has it, a formula between single dollars
 * touches both of them, and no digit follows the second.
 */
export function plainDollars(text: string) {
  return (tree: Nodes): void => visit(tree, text);
}

function visit(node: Nodes, text: string): void {
  if (!("children" in node)) return;
  node.children.forEach((child, index) => {
    const [from, to] = [child.position?.start.offset, child.position?.end.offset];
    if (child.type !== "inlineMath" || from === undefined || to === undefined) visit(child, text);
    else if (isPrices(text.slice(from, to), text.charAt(to)))
      node.children[index] = { type: "text", value: text.slice(from, to) };
  });
}

function isPrices(source: string, next: string): boolean {
  if (source.startsWith("$$")) return false;
  return /^\$\s|\s\$$/.test(source) || /\d/.test(next);
}
