// Bundles server.ts with its packages to dist/server.cjs, which dist/server.mjs runs, and its threads beside it; native modules
// and Next stay in node_modules.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./fingerprint.mjs";

/**
 * Prisma's query compiler comes as text in a module: it would stay in memory twice, as source and as string. As a file of its
 * own it is read and compiled, on another thread while the rest of the server loads.
 */
const compilerAsFile = {
  name: "compiler-as-file",
  setup({ onLoad }) {
    onLoad({ filter: /\/db\/generated\/internal\/class\.ts$/ }, async ({ path: file }) => {
      const [before, inText, after] = splitAround(
        readFileSync(file, "utf8"),
        /getQueryCompilerWasmModule: async \(\) => \{\s*const \{ wasm \} = await import\("([^"]+)"\)[^}]*\}/,
      );
      const { wasm } = await import(inText);
      writeFileSync(path.join(root, "dist/query-compiler.wasm"), Buffer.from(wasm, "base64"));
      return {
        loader: "ts",
        contents: `import { readFileSync } from "node:fs";
          const compiler = WebAssembly.compile(readFileSync(new URL("./query-compiler.wasm", import.meta.url)));
          ${before} getQueryCompilerWasmModule: () => compiler ${after}`,
      };
    });
  },
};

/** What stands before the pattern's only match, its first group, and what stands after it. */
function splitAround(text, pattern) {
  const parts = text.split(pattern);
  if (parts.length !== 3)
    throw new Error(`Prisma's client has changed: ${pattern} was found ${(parts.length - 1) / 2} times`);
  return parts;
}

mkdirSync(path.join(root, "dist"), { recursive: true });
const common = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  // The last is a native module that ssh2 tries, and does without: it is nowhere built.
  external: [
    "next",
    "libsql",
    "@node-rs/argon2",
    "@vscode/ripgrep",
    "koffi",
    "node-pty",
    "cpu-features",
    "sharp",
    "libheif-js",
  ],
  plugins: [compilerAsFile],
  // The database is a file: the client for remote ones, which it would load, is left out.
  alias: { "@libsql/client": "@libsql/client/sqlite3" },
  logLevel: "warning",
};

await build({
  ...common,
  entryPoints: { server: "server.ts" },
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  // A function of its own, as the loader calls it. What its packages import later they require: kept code cannot import.
  banner: {
    js: '(function (exports, require, module, __filename, __dirname) { const __url = require("node:url").pathToFileURL(__filename).href;',
  },
  footer: { js: "})" },
  define: { "import.meta.url": "__url" },
  supported: { "dynamic-import": false },
});
copyFileSync(path.join(root, "scripts/server-loader.mjs"), path.join(root, "dist/server.mjs"));
// The threads of searches and archives are started by their addresses beside the bundle.
await build({
  ...common,
  entryPoints: {
    "search-worker": "lib/server/storage/local/search/search-worker.ts",
    "zstd-worker": "lib/server/archive/zstd/zstd-worker.ts",
    "stat-worker": "lib/server/storage/local/read/stat-worker.ts",
    "seven-zip-worker": "lib/server/archive/seven-zip/seven-zip-worker.ts",
    "decoder-worker": "lib/server/process/decoder/decoder-worker.ts",
    "key-worker": "lib/server/crypto/key-file/key-worker.ts",
    "screen-worker": "lib/server/terminal/screen/screen-worker.ts",
    "process-worker": "lib/server/machine/processes/process-worker.ts",
    "facts-worker": "lib/server/stack/facts-worker.ts",
    "copy-worker": "lib/server/backup/copy-worker.ts",
    "edit-worker": "lib/server/image-edit/edit/edit-worker.ts",
    "spawner-process": "lib/server/process/spawner/spawner-process.ts",
    "place-launcher": "lib/server/process/place/place-launcher.ts",
    "bwrap-launcher": "lib/server/process/jail/bwrap-launcher.ts",
    "landlock-launcher": "lib/server/process/landlock/landlock-launcher.ts",
  },
  outExtension: { ".js": ".mjs" },
  format: "esm",
  // CommonJS packages in an ES module bundle still call require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; import { fileURLToPath as __toPath } from "node:url"; import { dirname as __dirnameOf } from "node:path"; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __dirnameOf(__filename);',
  },
});
copyFileSync(path.join(root, "node_modules/7z-wasm/7zz.wasm"), path.join(root, "dist/7zz.wasm"));
