// Puts what viewers load by address into public/vendor: pdf.js reads its worker, character maps, fonts, decoders and colour
// profiles itself, as files beside each other, and Excalidraw its fonts, so a bundler cannot carry them. Everything is
// served offline.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const assets = [
  {
    name: "pdfjs",
    source: "pdfjs-dist",
    files: {
      cmaps: "cmaps",
      standard_fonts: "standard_fonts",
      wasm: "wasm",
      iccs: "iccs",
      "build/pdf.worker.min.mjs": "pdf.worker.min.mjs",
    },
  },
  { name: "excalidraw", source: "@excalidraw/excalidraw", files: { "dist/prod/fonts": "fonts" } },
];

for (const { name, source, files } of assets) {
  const from = path.join(root, "node_modules", source);
  const target = path.join(root, "public/vendor", name);
  const { version } = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8"));
  const stamp = path.join(target, "version.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) continue;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [file, to] of Object.entries(files))
    cpSync(path.join(from, file), path.join(target, to), { recursive: true });
  writeFileSync(stamp, version);
}

// Shown by the app itself.
cpSync(path.join(root, "CHANGELOG.md"), path.join(root, "public/vendor/changelog.md"));
