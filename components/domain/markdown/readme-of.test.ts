import { expect, it } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { readmeOf } from "./readme-of";

const entry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: "file",
  size: 100,
  mtime: 0,
  mode: 0o644,
  ...more,
});

it.each(["README.md", "readme.md", "ReadMe.MD"])("%s tells about its folder", (name) => {
  expect(readmeOf([entry("a.txt"), entry(name)])?.name).toBe(name);
});

it.each([
  entry("readme.txt"),
  entry("README.md.bak"),
  entry("README.md", { size: 256 * 1024 + 1 }),
  entry("README.md", { kind: "link" }),
  entry("README.md", { kind: "special" }),
])("$name ($kind, $size bytes) does not", (other) => {
  expect(readmeOf([other])).toBeUndefined();
});
