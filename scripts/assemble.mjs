// Puts what a server needs to run, and nothing else, into a folder: node scripts/assemble.mjs TARGET
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const target = path.resolve(process.argv[2] ?? "");
if (process.argv[2] === undefined) throw new Error("usage: node scripts/assemble.mjs TARGET");
process.chdir(root);
mkdirSync(target, { recursive: true });

// Editors and viewers are compiled for the server as well, where no page ever loads them: 17 MB.
const browserOnly =
  /\.next\/server\/chunks\/ssr\/[^/]*_(?:monaco-editor|excalidraw|mermaid|cytoscape|katex|pdfjs)[^/]*$/;

// Types, and what a package is built from.
const unused =
  /\.(?:map|d\.ts)$|node_modules\/koffi\/(?:doc|lib|vendor)(?:\/|$)|node_modules\/node-pty\/(?:prebuilds\/(?:darwin|win32)[^/]*|src|scripts|third_party)(?:\/|$)|\.(?:cc|hh|inc|asm|S)$|\/musl_[^/]*$/;

const leftOut = new Set(["cache", "standalone", "types", "diagnostics", "trace", "trace-build", "dev"]);
for (const name of readdirSync(".next")) if (!leftOut.has(name)) copy(`.next/${name}`);
for (const name of [
  "dist/server.mjs",
  "dist/server.cjs",
  "dist/server.code",
  "dist/stat-worker.mjs",
  "dist/search-worker.mjs",
  "dist/seven-zip-worker.mjs",
  "dist/7zz.wasm",
  "dist/zstd-worker.mjs",
  "dist/key-worker.mjs",
  "dist/decoder-worker.mjs",
  "dist/edit-worker.mjs",
  "dist/facts-worker.mjs",
  "dist/process-worker.mjs",
  "dist/copy-worker.mjs",
  "dist/screen-worker.mjs",
  "dist/place-launcher.mjs",
  "dist/spawner-process.mjs",
  "dist/bwrap-launcher.mjs",
  "dist/landlock-launcher.mjs",
  "dist/query-compiler.wasm",
  "dist/frames",
  "prisma/migrations",
  "public",
  "package.json",
  "LICENSE",
])
  if (existsSync(name)) copy(name);
// What Next traced for its pages; pictures are never resized by Next, the measures of fonts are for builds only (4 MB), React's experimental
// build is for settings of Next that we do not have (0.7 MB), its renderer for browsers and Next's edge runtime never run on Node (2 MB), and the image is no musl system.
cpSync(".next/standalone/node_modules", path.join(target, "node_modules"), {
  recursive: true,
  verbatimSymlinks: true,
  filter: (source) =>
    !/node_modules\/(?:@img|sharp|@libsql\/[^/]*-musl)(?:\/|$)|\/capsize-font-metrics\.json$|-experimental\.runtime\.prod\.js$|\/react-dom-server[^/]*\.browser\.production\.js$|\/compiled\/(?:edge-runtime|@edge-runtime\/primitives)(?:\/|$)/.test(
      source,
    ),
});
for (const name of ["libsql", "@node-rs/argon2", "@vscode/ripgrep", "koffi", "node-pty", "sharp", "libheif-js"])
  copyPackage(name, new Set());

function copy(name) {
  cpSync(name, path.join(target, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !/\.(?:map|nft\.json)$/.test(source) && !browserOnly.test(source),
  });
}

/**
 * A package that the bundle leaves out, with what it depends on; of optional ones those that are installed here. `node-addon-api` holds
 * headers to compile with.
 */
function copyPackage(name, seen) {
  const from = path.join("node_modules", name);
  if (seen.has(name) || !existsSync(from)) return;
  seen.add(name);
  cpSync(from, path.join(target, from), { recursive: true, filter: (source) => !unused.test(source) });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(path.join(from, "package.json"), "utf8"),
  );
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!dependency.includes("musl") && dependency !== "node-addon-api") copyPackage(dependency, seen);
}
