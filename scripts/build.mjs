// Builds what `npm start` runs: the Prisma client, Next's pages, the bundled server, and brotli beside the static files.
// `npm run build -- --warm` keeps what Next knows of its last build: a part of the time, for some 300 MB in .next/cache.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
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
const isWarm = process.argv.includes("--warm") || process.env["FILEDECK_BUILD_WARM"] === "1";
for (const name of existsSync(".next") ? readdirSync(".next") : [])
  if (!isWarm || name !== "cache") rmSync(path.join(".next", name), { recursive: true, force: true });
run(require.resolve("next/dist/bin/next"), ["build"], {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  FILEDECK_BUILD_WARM: isWarm ? "1" : "",
});
await Promise.all(compressible(".next/static").map(precompress));
run("scripts/build-server.mjs", []);
run("scripts/make-frames.mjs", ["--compress"]);
// Starts the server, which copies what is there now to `.next-run`.
run("scripts/keep-code.mjs", []);
mkdirSync("dist", { recursive: true });
writeFileSync(stampFile, before);

function compressible(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return compressible(file);
    return /\.(?:js|css|json|svg|wasm|ttf)$/.test(entry.name) && statSync(file).size > 512 ? [file] : [];
  });
}

/** Quality 11 takes seconds, once; a file with the base path's slot is compressed when it is first asked for. */
async function precompress(file) {
  const content = readFileSync(file);
  if (content.includes("__bp_slot__")) return;
  const quality = content.length > 1024 * 1024 ? 9 : 11;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
}
