import { describe, expect, it } from "vitest";
import type { Element, Nodes } from "hast";
import { TooComplex } from "./bound-tree";
import { maxDiagrams, maxImages } from "./limits";
import { parseMarkdown } from "./parse-markdown";

const words = { footnoteLabel: "Footnotes", footnoteBackLabel: "Back to content" };
const parse = (text: string) => parseMarkdown(text, words);

function elementsIn(node: Nodes): Element[] {
  if (!("children" in node)) return [];
  return [...(node.type === "element" ? [node] : []), ...node.children.flatMap(elementsIn)];
}
const namesIn = (node: Nodes) => new Set(elementsIn(node).map(({ tagName }) => tagName));
const textOf = (node: Nodes): string =>
  node.type === "text" ? node.value : "children" in node ? node.children.map(textOf).join("") : "";

describe("hostile HTML", () => {
  it.each([
    ["<script>alert(1)</script>", ""],
    ["a <scr<script>ipt>alert(1)</script> b", "a <scr b"],
    ["<style>* { display: none }</style>", ""],
    ["<svg onload=alert(1)><script>alert(1)</script></svg>", ""],
    ["<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>", ""],
    ["<iframe src=javascript:alert(1)></iframe>", ""],
    ["<object data=x></object><embed src=x>", ""],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example">', ""],
    ["<base href=https://evil.example>", ""],
    ["<link rel=stylesheet href=https://evil.example/a.css>", ""],
    ["<form action=https://evil.example><button>Go</button></form>", "Go"],
    ["<template><img src=x onerror=alert(1)></template>", ""],
    ["<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>", ""],
  ])("%s leaves %j", async (text, left) => {
    const { tree } = await parse(text);
    expect([...namesIn(tree)].filter((name) => !["p", "img"].includes(name))).toEqual([]);
    expect(JSON.stringify(tree)).not.toMatch(/"on\w+"|onerror"|javascript:|evil\.example/i);
    expect(textOf(tree)).toContain(left);
    expect(textOf(tree)).not.toContain("display: none");
  });

  it.each([
    '<img src="a.png" onerror="alert(1)" style="position:fixed" srcset="https://evil.example/x 2x">',
    '<a href="javascript:alert(1)" onclick="alert(1)" target="_top" style="inset:0">x</a>',
    '<a href=" java&#10;script:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    "[x](javascript:alert(1))",
    "[x](vbscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "<javascript:alert(1)>",
    '![x](x" onerror="alert(1))',
    '<picture><source srcset="https://evil.example/x"><img src="a.png"></picture>',
    '<video poster="https://evil.example/x" src="https://evil.example/x" autoplay></video>',
    '<p class="fixed" id="x" data-x="1" aria-label="x" contenteditable>text</p>',
  ])("%s keeps nothing that acts", async (text) => {
    const { tree } = await parse(text);
    for (const { tagName, properties } of elementsIn(tree)) {
      expect(["p", "a", "img"]).toContain(tagName);
      const { href = "", src = "", id = "", ...others } = properties;
      expect(href).not.toMatch(/:/);
      expect(src).not.toMatch(/^(?:https?:|\/\/)/);
      expect(id).toMatch(/^(?:user-content-x)?$/);
      expect(Object.keys(others).filter((name) => !["alt", "title", "ariaLabel"].includes(name))).toEqual([]);
    }
  });

  it("prefixes ids and names, so that none of the page's is taken", async () => {
    const { tree } = await parse('<a name="cookie" id="body">x</a>\n\n<img name="getElementById" src="a.png">');
    const values = elementsIn(tree).flatMap(({ properties: { id, name } }) => [id, name].filter(Boolean));
    expect(values.length).toBeGreaterThan(1);
    expect(values.filter((value) => !String(value).startsWith("user-content-"))).toEqual([]);
  });

  it("keeps a task list's boxes, and none that could be sent", async () => {
    const { tree } = await parse('- [x] done\n- [ ] open\n\n<input type="password" name="p" autofocus>');
    const boxes = elementsIn(tree).filter(({ tagName }) => tagName === "input");
    expect(boxes.map(({ properties: { type, disabled } }) => ({ type, disabled }))).toEqual(
      boxes.map(() => ({ type: "checkbox", disabled: true })),
    );
  });

  it("has no links, pictures or styles by formulas", async () => {
    const { tree } = await parse(
      String.raw`$\href{javascript:alert(1)}{x}$ $\includegraphics{https://evil.example/a.png}$ $\htmlClass{a}{b}$ $\url{https://evil.example}$`,
    );
    expect([...namesIn(tree)].filter((name) => ["a", "img", "script"].includes(name))).toEqual([]);
    expect(elementsIn(tree).filter(({ properties }) => "href" in properties || "src" in properties)).toEqual([]);
  });
});

describe("what Markdown is for", () => {
  it("keeps harmless HTML", async () => {
    const { tree } = await parse(
      "<details><summary>More</summary>\n\n**bold**\n\n</details>\n\n<kbd>Ctrl</kbd> H<sub>2</sub>O",
    );
    expect([...namesIn(tree)]).toEqual(expect.arrayContaining(["details", "summary", "strong", "kbd", "sub"]));
  });

  it("gives contents in order", async () => {
    const { headings } = await parse("# Set up\n\n## `npm` & *more*\n\n## Set up\n\n<h3>By HTML</h3>\n\n# ");
    expect(headings).toEqual([
      { id: "user-content-set-up", depth: 1, text: "Set up" },
      { id: "user-content-npm--more", depth: 2, text: "npm & more" },
      { id: "user-content-set-up-1", depth: 2, text: "Set up" },
      { id: "user-content-by-html", depth: 3, text: "By HTML" },
    ]);
  });

  it("links footnotes to their notes", async () => {
    const { tree } = await parse("Text[^1].\n\n[^1]: The note.");
    const ids = new Set(elementsIn(tree).map(({ properties }) => properties["id"]));
    const links = elementsIn(tree).flatMap(({ properties: { href } }) => (typeof href === "string" ? [href] : []));
    expect(links.map((href) => ids.has(`user-content-${href.slice(1)}`))).toEqual([true, true]);
  });

  it.each([
    ["$x^2$", 1],
    ["$$\n\\frac{1}{2}\n$$", 1],
    ["```math\nx\n```", 1],
    ["from $5 to $10, or $ 7 $", 0],
    ["`$x$`", 0],
    ["$\\notacommand{$", 0],
  ])("%j has %i formulas", async (text, count) => {
    const { tree } = await parse(text);
    const shown = elementsIn(tree).filter(({ properties: { className } }) => String(className) === "katex");
    expect(shown).toHaveLength(count);
  });
});

describe("what would cost too much", () => {
  it.each([
    ["quotes", `${"> ".repeat(500)}x`],
    ["lists", Array.from({ length: 150 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["elements", "<b>".repeat(300) + "x"],
    ["line breaks", "<br>".repeat(41_000)],
  ])("of %s is refused", { timeout: 60_000 }, async (_, text) => {
    await expect(parse(text)).rejects.toThrow(TooComplex);
  });

  it("leaves as many pictures and diagrams as a page can carry", async () => {
    const { tree } = await parse(
      `${"![x](a.png) ".repeat(maxImages + 10)}\n\n${"```mermaid\ngraph TD\n```\n\n".repeat(maxDiagrams + 5)}`,
    );
    const elements = elementsIn(tree);
    expect(elements.filter(({ tagName }) => tagName === "img")).toHaveLength(maxImages);
    expect(elements.filter(({ properties: { className } }) => String(className) === "language-mermaid")).toHaveLength(
      maxDiagrams,
    );
  });
});

it("shows what stands at the head for other programs as it is written", async () => {
  const { tree, headings } = await parse("---\ntitle: Trip\ntags: [a, b]\n---\n\n# Report\n");
  expect(headings.map(({ text }) => text)).toEqual(["Report"]);
  expect(elementsIn(tree).map(({ tagName }) => tagName)).toEqual(["pre", "code", "h1"]);
  expect(textOf(tree)).toContain("title: Trip\ntags: [a, b]");
  // A rule in the text stays a rule.
  expect([...namesIn((await parse("# Report\n\n---\n\ntext\n")).tree)]).toEqual(["h1", "hr", "p"]);
});
