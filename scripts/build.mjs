// Builds what `npm start` runs: the Prisma client, Next's pages, the bundled server, and brotli beside the static files.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { fingerprint, root, stampFile } from "./fingerprint.mjs";

process.chdir(root);
const require = createRequire(import.meta.url);
const before = fingerprint();

function run(script, args, env = {}) {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(stampFile, { force: true });
run("scripts/generate.mjs", []);
run("scripts/copy-assets.mjs", []);
run("scripts/make-font.mjs", []);
rmSync(".next", { recursive: true, force: true });
run(require.resolve("next/dist/bin/next"), ["build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
run("scripts/build-server.mjs", []);
precompress(".next/static");
mkdirSync("dist", { recursive: true });
writeFileSync(stampFile, before);

/** Quality 11 takes seconds, once; a file with the base path's slot is compressed when it is first asked for. */
function precompress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) precompress(file);
    else if (/\.(?:js|css|json|svg|wasm|ttf)$/.test(entry.name) && statSync(file).size > 512) {
      const content = readFileSync(file);
      if (content.includes("__bp_slot__")) continue;
      const quality = content.length > 1024 * 1024 ? 9 : 11;
      writeFileSync(
        `${file}.br`,
        brotliCompressSync(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
      );
    }
  }
}
