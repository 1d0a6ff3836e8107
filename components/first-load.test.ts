import { gzipSync } from "node:zlib";
import { build, type PluginBuild } from "esbuild";
import { expect, test } from "vitest";
import { filePageStarts as starts, walkImports } from "@/scripts/walk-imports.mjs";

/** By which files a package is reached without a dynamic import, each with the file that imports it. */
function waysTo(wanted: string): string[] {
  const { importers, specifiers } = walkImports(starts);
  const wayTo = (file: string | null): string[] => (file === null ? [] : [...wayTo(importers.get(file) ?? null), file]);
  return [...specifiers].flatMap(([file, own]) =>
    own.filter((specifier) => specifier === wanted).map(() => wayTo(file).join(" → ")),
  );
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
    // As next.config.ts has it.
    alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
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
  expect({ kilobytes, largest }).toEqual({ kilobytes: Math.min(kilobytes, 118), largest });
});
