import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** What the file page loads before it shows anything. */
const starts = [
  "app/(console)/console-frame.tsx",
  "components/file/page/file-page.tsx",
  "components/layout/providers.tsx",
];
const imports = /^(?:import|export)\s+(?!type\b)([^;"]*?)\s*from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;
const isTypesOnly = (names = "") =>
  names.startsWith("{") &&
  names
    .slice(1, -1)
    .split(",")
    .every((name) => /^\s*(?:type\s|$)/.test(name));

function fileOf(from: string, specifier: string): string | null {
  if (!/^(?:@\/|\.)/.test(specifier)) return null;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : path.join(path.dirname(from), specifier);
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? null;
}

/** By which files a package is reached without a dynamic import, each with the file that imports it. */
function waysTo(wanted: string): string[] {
  const importers = new Map<string, string | null>(starts.map((file) => [file, null]));
  const ways: string[] = [];
  const wayTo = (file: string | null): string[] => (file === null ? [] : [...wayTo(importers.get(file) ?? null), file]);
  for (const file of importers.keys())
    for (const [, names, from, alone] of readFileSync(file, "utf8").matchAll(imports)) {
      const specifier = from ?? alone ?? "";
      if (isTypesOnly(names)) continue;
      if (specifier === wanted) ways.push(wayTo(file).join(" → "));
      const target = fileOf(file, specifier);
      if (target !== null && !importers.has(target)) importers.set(target, file);
    }
  return ways;
}

test("the first load looks far enough", () => {
  expect(waysTo("react").length).toBeGreaterThan(50);
});

test.each(["zod", "monaco-editor", "@excalidraw/excalidraw", "pdfjs-dist", "hash-wasm", "socket.io-client"])(
  "the file page's first load is without %s",
  (name) => {
    expect(waysTo(name)).toEqual([]);
  },
);
