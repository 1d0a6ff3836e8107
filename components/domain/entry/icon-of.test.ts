import { expect, it } from "vitest";
import { iconOf } from "./icon-of";

it.each([
  ["report.docx", "document"],
  ["Budget.XLSX", "sheet"],
  ["people.csv", "sheet"],
  ["pitch.pptx", "slides"],
  ["manual.pdf", "pdf"],
  ["shop.sqlite", "database"],
  ["dump.sql", "database"],
  ["server.pem", "key"],
  ["Inter.woff2", "font"],
  ["debian.iso", "disk"],
  ["tool.deb", "program"],
  ["IMG_1.heic", "image"],
  ["main.ts", "code"],
  ["notes.md", "markdown"],
  ["notes.txt", "text"],
  ["sketch.excalidraw", "drawing"],
  ["backup.tar.gz", "archive"],
  ["what.xyz", "unknown"],
] as const)("%s is drawn as %s", (name, icon) => {
  expect(iconOf({ name, kind: "file" })).toBe(icon);
});

it("draws what a link leads to", () => {
  expect(iconOf({ name: "x.pdf", kind: "link", link: { text: "/srv", leadsTo: "folder" } })).toBe("folder");
  expect(iconOf({ name: "x.pdf", kind: "link", link: { text: "/gone", leadsTo: "missing" } })).toBe("broken");
});
