import { createReadStream, existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compressOnThread = promisify(brotliCompress);

function brotli(content: Buffer, quality: 9 | 11): Promise<Buffer> {
  return compressOnThread(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
  ttf: "font/ttf",
  wasm: "application/wasm",
  bcmap: "application/octet-stream",
  pfb: "application/octet-stream",
  icc: "application/octet-stream",
  txt: "text/plain; charset=utf-8",
};

const compressible = /\.(?:js|mjs|css|json|svg|webmanifest|wasm|txt|ttf)$/;
const maxCompressedBytes = 8 * 1024 * 1024;
/** The best quality takes two seconds for a megabyte. */
const maxBestBytes = 256 * 1024;

/**
 * The build's static files and public/, in front of Next: precompressed with brotli where the build did that, else
 * compressed at the first request and kept. Hashed files are cached for good.
 */
export function createStaticFiles({ staticDir, publicDir }: { staticDir: string; publicDir: string }) {
  const compressed = new Map<string, Promise<Buffer>>();

  async function find(pathname: string): Promise<{ file: string; isHashed: boolean } | null> {
    const isHashed = pathname.startsWith("/_next/static/");
    const folder = isHashed ? staticDir : publicDir;
    const relative = decodeSafely(isHashed ? pathname.slice("/_next/static/".length) : pathname.slice(1));
    if (
      relative === null ||
      relative === "" ||
      relative.split("/").some((part) => part === ".." || part === "." || part === "")
    )
      return null;
    const file = path.join(folder, relative);
    const found = await stat(file).catch(() => null);
    return found?.isFile() === true ? { file, isHashed } : null;
  }

  function compress(file: string): Promise<Buffer> {
    const known = compressed.get(file);
    if (known !== undefined) return known;
    const made = existsSync(`${file}.br`) ? readFile(`${file}.br`) : compressNow(file);
    compressed.set(file, made);
    // Small files stay, large ones are read again: they are asked for once per browser.
    void made
      .then((content) => content.length > 512 * 1024 && compressed.delete(file))
      .catch(() => compressed.delete(file));
    return made;
  }

  /** Quickly, for the browser that waits; behind it once more and better, for those that follow. */
  async function compressNow(file: string): Promise<Buffer> {
    const content = await readFile(file);
    const quick = await brotli(content, 9);
    if (content.length <= maxBestBytes)
      void brotli(content, 11).then(
        (best) => compressed.set(file, Promise.resolve(best)),
        () => {}, // the quick one stays
      );
    return quick;
  }

  /** Whether the path was a static file; then the answer is on its way. */
  return async function serveStatic(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const found = await find(pathname);
    if (found === null) return false;
    const { file, isHashed } = found;
    const { size, mtimeMs } = await stat(file);
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    res.setHeader("content-type", types[path.extname(file).slice(1)] ?? "application/octet-stream");
    res.setHeader("x-content-type-options", "nosniff");
    res.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    res.setHeader("etag", etag);
    res.setHeader("vary", "accept-encoding");
    if (req.headers["if-none-match"] === etag) {
      res.writeHead(304).end();
      return true;
    }
    const isCompressed =
      compressible.test(file) &&
      size > 512 &&
      size < maxCompressedBytes &&
      /\bbr\b/.test(String(req.headers["accept-encoding"]));
    if (isCompressed) {
      const content = await compress(file);
      res.setHeader("content-encoding", "br");
      res.writeHead(200, { "content-length": content.length });
      res.end(req.method === "HEAD" ? undefined : content);
      return true;
    }
    res.writeHead(200, { "content-length": size });
    if (req.method === "HEAD") res.end();
    else
      createReadStream(file)
        .on("error", () => res.destroy())
        .pipe(res);
    return true;
  };
}

function decodeSafely(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
