// Bundles what shows documents in frames to dist/frames: a page for each, with its script in it, so that the page needs nothing else from anywhere, and a
// list of the scripts' hashes for their policy. With --compress also brotli beside them.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build, transform } from "esbuild";
import { root } from "./fingerprint.mjs";

const source = path.join(root, "components/documents/frame");
const target = path.join(root, "dist/frames");
const names = ["book", "docx", "font", "mail", "mermaid", "model", "page", "sheet"];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const { code: style } = await transform(readFileSync(path.join(source, "frame.css"), "utf8"), {
  loader: "css",
  minify: true,
});
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(names.map((name) => [name, path.join(source, `${name}.ts`)])),
  outdir: target,
  bundle: true,
  write: false,
  minify: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
});
const hashes = {};
await Promise.all(
  outputFiles.map(async ({ path: file, text }) => {
    const name = path.basename(file, ".js");
    // As a text inside of a page it may hold neither its end nor what begins a comment there.
    const script = text
      .trim()
      .replaceAll(/<\/(?=script)/gi, String.raw`<\/`)
      .replaceAll("<!--", String.raw`<\!--`);
    hashes[name] = createHash("sha256").update(script).digest("base64");
    const page = Buffer.from(
      `<!doctype html><html><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head><body><script>${script}</script></body></html>`,
    );
    writeFileSync(path.join(target, `${name}.html`), page);
    if (!process.argv.includes("--compress")) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: page.length };
    writeFileSync(path.join(target, `${name}.html.br`), await promisify(brotliCompress)(page, { params }));
  }),
);
writeFileSync(path.join(target, "hashes.json"), JSON.stringify(hashes));
