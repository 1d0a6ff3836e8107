// Bundles server.ts with its packages to dist/server.mjs; native modules and Next stay in node_modules.
import { copyFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./fingerprint.mjs";

await build({
  absWorkingDir: root,
  entryPoints: ["server.ts"],
  outfile: "dist/server.mjs",
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  external: ["next", "libsql", "@node-rs/argon2"],
  // CommonJS packages in an ES module bundle still call require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; import { fileURLToPath as __toPath } from "node:url"; import { dirname as __dirnameOf } from "node:path"; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __dirnameOf(__filename);',
  },
  logLevel: "warning",
});
// Started by its address beside the bundle, which a bundler does not follow.
copyFileSync(path.join(root, "lib/server/storage/local/stat-worker.mjs"), path.join(root, "dist/stat-worker.mjs"));
