import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type PluginBuild } from "esbuild";
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

/** As bundlers see it: what is imported without `import()`, minified. Next, React and styles are not counted: they do not grow with what is added here. */
async function bundleStarts(): Promise<{ kilobytes: number; largest: string[] }> {
  const contents = starts.map((file, index) => `export * as part${index} from "@/${file.replace(/\.tsx$/, "")}";`);
  const result = await build({
    stdin: { contents: contents.join("\n"), resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
    outdir: "out",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["next/*", "react", "react-dom", "react/*", "react-dom/*"],
    plugins: [{ name: "first-load", setup: leaveOut }],
  });
  const [output] = Object.values(result.metafile.outputs);
  const largest = Object.entries(output?.inputs ?? {})
    .toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 15)
    .map(([file, { bytesInOutput }]) => `${file}: ${bytesInOutput}`);
  const bytes = result.outputFiles.reduce((sum, { contents: code }) => sum + gzipSync(code).length, 0);
  return { kilobytes: bytes / 1000, largest };
}

function leaveOut(build: PluginBuild): void {
  build.onResolve({ filter: /.*/ }, ({ kind, path: file }) => {
    if (kind === "dynamic-import") return { path: file, external: true };
    return file.endsWith(".css") ? { path: file, namespace: "style" } : undefined;
  });
  build.onLoad({ filter: /.*/, namespace: "style" }, () => ({ contents: "export default {}" }));
}

// A part of what bench/browser.ts measures. What needs more room is loaded by `import()`, or something else goes.
test("the file page's own code stays as small as it is", { timeout: 180_000 }, async () => {
  const { kilobytes, largest } = await bundleStarts();
  expect(kilobytes).toBeGreaterThan(100);
  // With what is largest, for whoever meets this.
  expect({ kilobytes, largest }).toEqual({ kilobytes: Math.min(kilobytes, 137), largest });
});
