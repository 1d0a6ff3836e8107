import { slugOf } from "./resolve-link";

/** The sanitiser's prefix, so that headings and footnotes are found in the same way. */
export const anchorPrefix = "user-content-";

type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** A rehype plugin: ids for headings, as GitHub makes them; repeated ones are numbered. */
export function headingAnchors() {
  return (tree: Node): void => {
    const counts = new Map<string, number>();
    for (const heading of headingsIn(tree)) {
      if (heading.properties?.["id"] !== undefined) continue;
      const slug = slugOf(textOf(heading));
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      heading.properties = { ...heading.properties, id: `${anchorPrefix}${slug}${count === 0 ? "" : `-${count}`}` };
    }
  };
}

function headingsIn(node: Node): Node[] {
  if (node.type === "element" && /^h[1-6]$/.test(node.tagName ?? "")) return [node];
  return (node.children ?? []).flatMap(headingsIn);
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join("");
}
