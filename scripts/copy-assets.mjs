// Puts what viewers load by address into public/vendor: pdf.js reads its worker, character maps, fonts, decoders and colour
// profiles itself, as files beside each other, so a bundler cannot carry them. Everything is served offline.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const require = createRequire(import.meta.url);
const source = path.dirname(require.resolve("pdfjs-dist/package.json"));
const target = path.join(root, "public/vendor/pdfjs");
const { version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8"));
const stamp = path.join(target, "version.txt");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== version) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
    cpSync(path.join(source, folder), path.join(target, folder), { recursive: true });
  }
  cpSync(path.join(source, "build/pdf.worker.min.mjs"), path.join(target, "pdf.worker.min.mjs"));
  writeFileSync(stamp, version);
}
