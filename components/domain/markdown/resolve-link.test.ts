import { describe, expect, it } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { resolveLink } from "./resolve-link";
import { slugOf } from "./slug-of";

const at = (text: string): VirtualPath => {
  const path = parseVirtualPath(text);
  if (path === null) throw new Error(text);
  return path;
};
const folder = at("files/docs/guide");

describe("resolveLink", () => {
  it.each([
    ["setup.md", "files/docs/guide/setup.md", null],
    ["./setup.md#first", "files/docs/guide/setup.md", "first"],
    ["../a%20b.png?raw=1", "files/docs/a b.png", null],
    ["/top.md", "files/top.md", null],
    ["../../", "files", null],
    ["100%25.txt", "files/docs/guide/100%.txt", null],
  ])("%s is an entry", (href, path, id) => {
    expect(resolveLink(href, folder)).toEqual({ to: "entry", path, id });
  });

  it.each(["https://example.org/a", "mailto:a@b.c", "//cdn.example.org/x"])("%s leads outside", (href) => {
    expect(resolveLink(href, folder).to).toBe("outside");
  });

  it.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "../../../../etc/passwd",
    "%2e%2e/%2e%2e/x",
    "a%2fb",
    "a%00b",
    "",
    "?x",
  ])("%j leads nowhere", (href) => {
    expect(resolveLink(href, folder)).toEqual({ to: "nowhere" });
  });

  it("keeps anchors in the document", () => {
    expect(resolveLink("#über-uns", folder)).toEqual({ to: "anchor", id: "über-uns" });
  });
});

it.each([
  ["Getting started!", "getting-started"],
  ["1. Über uns & mehr", "1-über-uns--mehr"],
  ["日本語 の 見出し", "日本語-の-見出し"],
])("slugOf(%j) is %j", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});
