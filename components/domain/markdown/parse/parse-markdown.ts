import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import type { Root } from "hast";
import type { Root as MarkdownRoot } from "mdast";
import { unified, type Plugin } from "unified";
import { boundTree } from "./bound-tree";
import { contentsOf, headingAnchors } from "./heading-anchors";
import { markdownSchema } from "./markdown-schema";
import type { FootnoteWords, ParsedMarkdown } from "./parsed-markdown";
import { plainDollars } from "./plain-dollars";

/** No links, pictures or classes by TeX (`trust`), and no macro that grows without end. */
const formulas = { trust: false, strict: false, maxExpand: 500, maxSize: 50 };

/** What stands at the head for other programs is shown as it is written, not as a rule and a heading. */
const headAsCode: Plugin<[], MarkdownRoot> = () => (tree) => {
  const [first] = tree.children;
  if (first?.type === "yaml") tree.children[0] = { type: "code", lang: "yaml", value: first.value };
};

/**
 * Markdown as a tree of harmless elements: its HTML is kept as far as the sanitizer lets it. What is made after that, ids and
 * formulas, is our own. Throws what cannot be laid out.
 */
export async function parseMarkdown(text: string, words: FootnoteWords): Promise<ParsedMarkdown> {
  const hasMath = /\$|(?:```|~~~)\s*math|language-math/.test(text);
  const base = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkFrontmatter)
    .use(headAsCode)
    .use(hasMath ? [remarkMath, [plainDollars, text]] : [])
    // The sanitizer puts the prefix before ids.
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "", ...words })
    .use(rehypeRaw)
    .use(rehypeSanitize, markdownSchema)
    .use(boundTree)
    .use(headingAnchors);
  const tree = await base.run(base.parse(text), text);
  const headings = contentsOf(tree);
  if (!hasMath) return { tree, headings, hasMath };
  const { default: rehypeKatex } = await import("rehype-katex");
  const layOut: Plugin<[], Root> = () => rehypeKatex(formulas);
  return { tree: await unified().use(layOut).use(boundTree).run(tree), headings, hasMath };
}
