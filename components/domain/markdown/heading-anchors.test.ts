import { expect, it } from "vitest";
import { headingAnchors } from "./heading-anchors";

const heading = (tagName: string, value: string, properties: Record<string, unknown> = {}) => ({
  type: "element",
  tagName,
  properties,
  children: [{ type: "text", value }],
});

it("gives headings ids, numbers repeated ones and keeps those that are there", () => {
  const tree = {
    type: "root",
    children: [
      heading("h1", "Set up"),
      { type: "element", tagName: "blockquote", children: [heading("h2", "Set up")] },
      heading("p", "Set up"),
      heading("h2", "Footnotes", { id: "user-content-footnote-label" }),
    ],
  };
  headingAnchors()(tree);
  expect(JSON.stringify(tree).match(/user-content-[a-z0-9-]+/g)).toEqual([
    "user-content-set-up",
    "user-content-set-up-1",
    "user-content-footnote-label",
  ]);
});
