// For tests: which files of this project others reach by their imports.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

/** What the file page loads before it shows anything. */
export const filePageStarts = [
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

/** The file that is imported so; null for a package. */
export function fileOf(from, specifier) {
  if (!/^(?:@\/|\.)/.test(specifier)) return null;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : path.join(path.dirname(from), specifier);
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(path.join(root, file))) ?? null;
}

/** All files that are reached without a dynamic import, each with one that imports it, and what each imports so. `also`: what else a file's text leads to. */
export function walkImports(starts, also = () => []) {
  const importers = new Map(starts.map((file) => [file, null]));
  const specifiers = new Map();
  for (const file of importers.keys()) {
    const text = readFileSync(path.join(root, file), "utf8");
    const own = [...text.matchAll(imports)].flatMap(([, names, from, alone]) =>
      isTypesOnly(names) ? [] : [from ?? alone ?? ""],
    );
    specifiers.set(file, own);
    for (const specifier of [...own, ...also(text)]) {
      const target = fileOf(file, specifier);
      if (target !== null && !importers.has(target)) importers.set(target, file);
    }
  }
  return { importers, specifiers };
}
