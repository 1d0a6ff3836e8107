// Bundles server.ts with its packages to dist/server.mjs; native modules and Next stay in node_modules.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./fingerprint.mjs";

/**
 * Prisma's query compiler comes as text in a module: it would stay in memory twice, as source and as string. As a file of its
 * own it is read, compiled and forgotten. `Buffer.from` asks an object for its text by Symbol.toPrimitive.
 */
const compilerAsFile = {
  name: "compiler-as-file",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path: file }) => {
      const { wasm } = await import(file);
      writeFileSync(path.join(root, "dist/query-compiler.wasm"), Buffer.from(wasm, "base64"));
      return {
        contents: `import { readFileSync } from "node:fs";
          const file = new URL("./query-compiler.wasm", import.meta.url);
          export const wasm = { [Symbol.toPrimitive]: () => readFileSync(file, "base64") };`,
      };
    });
  },
};

mkdirSync(path.join(root, "dist"), { recursive: true });
await build({
  absWorkingDir: root,
  // The threads of searches and archives are started by their addresses beside the bundle.
  entryPoints: {
    server: "server.ts",
    "search-worker": "lib/server/storage/local/search/search-worker.ts",
    "zstd-worker": "lib/server/archive/zstd/zstd-worker.ts",
    "stat-worker": "lib/server/storage/local/read/stat-worker.ts",
    "seven-zip-worker": "lib/server/archive/seven-zip/seven-zip-worker.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  external: ["next", "libsql", "@node-rs/argon2", "@vscode/ripgrep", "koffi"],
  // CommonJS packages in an ES module bundle still call require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; import { fileURLToPath as __toPath } from "node:url"; import { dirname as __dirnameOf } from "node:path"; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __dirnameOf(__filename);',
  },
  plugins: [compilerAsFile],
  logLevel: "warning",
});
copyFileSync(path.join(root, "node_modules/7z-wasm/7zz.wasm"), path.join(root, "dist/7zz.wasm"));
