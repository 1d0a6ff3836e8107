import type { Element, Nodes, Root } from "hast";
import { slugOf } from "@/components/domain/markdown/slug-of";
import { anchorPrefix } from "@/components/domain/markdown/anchor-prefix";
import { maxHeadings } from "./limits";
import type { Heading } from "./parsed-markdown";

/** A rehype plugin: ids for headings, as GitHub makes them; repeated ones are numbered. */
export function headingAnchors() {
  return (tree: Root): void => {
    const counts = new Map<string, number>();
    for (const heading of headingsIn(tree)) {
      if (heading.properties["id"] !== undefined) continue;
      const slug = slugOf(textOf(heading));
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      heading.properties = { ...heading.properties, id: `${anchorPrefix}${slug}${count === 0 ? "" : `-${count}`}` };
    }
  };
}

/** The contents of a text whose headings have ids. */
export function contentsOf(tree: Root): Heading[] {
  return headingsIn(tree)
    .slice(0, maxHeadings)
    .map((heading) => ({
      id: String(heading.properties["id"]),
      depth: Number(heading.tagName.slice(1)),
      text: textOf(heading).trim().slice(0, 200),
    }))
    .filter(({ text }) => text !== "");
}

function headingsIn(node: Nodes): Element[] {
  if (node.type === "element" && /^h[1-6]$/.test(node.tagName)) return [node];
  return "children" in node ? node.children.flatMap(headingsIn) : [];
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.type === "text" ? node.value : "";
  return "children" in node ? node.children.map(textOf).join("") : "";
}
