import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

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

/** The file of this project that is imported so; null for a package. */
export function fileOf(from: string, specifier: string): string | null {
  if (!/^(?:@\/|\.)/.test(specifier)) return null;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : path.join(path.dirname(from), specifier);
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? null;
}

/** All files that are reached without a dynamic import, and what each of them imports so. `also`: what else a file's text leads to. */
export function walkImports(starts: readonly string[], also: (text: string) => readonly string[] = () => []) {
  const importers = new Map<string, string | null>(starts.map((file) => [file, null]));
  const specifiers = new Map<string, readonly string[]>();
  for (const file of importers.keys()) {
    const text = readFileSync(file, "utf8");
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
