import { expect, it } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatClipboard, parseClipboard } from "./clipboard-memory";
import type { FileClipboard } from "./clipboard-store";

const files = ["files/a", "files/caf\udce9"] as VirtualPath[];

it.each<FileClipboard | null>([null, { mode: "cut", files }, { mode: "copy", files, isPasted: true }])(
  "gives %j back",
  (clipboard) => {
    expect(parseClipboard(formatClipboard(clipboard))).toEqual(clipboard);
  },
);

it.each([
  "",
  "x",
  "[]",
  '{"mode":"eat","files":["a"]}',
  '{"mode":"cut","files":[]}',
  '{"mode":"cut","files":["a/../b"]}',
])("ignores %s", (text) => {
  expect(parseClipboard(text)).toBeNull();
});

it("keeps a very large one in the tab alone", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `files/${"x".repeat(60)}${at}` as VirtualPath);
  expect(formatClipboard({ mode: "copy", files: many })).toBeNull();
});
