import { createReadStream, existsSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

const below = "/frames/";

/**
 * The pages in which documents of others are shown (scripts/make-frames.mjs). `sandbox` gives each an origin of its own, so that it has neither cookies nor
 * storage, nor any way into the page around it; the policy lets its one script run, and reaches no host.
 */
export function createFrames(folder: string) {
  const list = path.join(folder, "hashes.json");
  const hashes = new Map<string, string>(
    existsSync(list) ? Object.entries<string>(JSON.parse(readFileSync(list, "utf8"))) : [], // as the build wrote it
  );

  /** Whether the path was that of a frame; then the answer is on its way. */
  return async function serveFrame(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    if (!pathname.startsWith(below) || (req.method !== "GET" && req.method !== "HEAD")) return false;
    const name = pathname.slice(below.length);
    const hash = hashes.get(name);
    if (hash === undefined) return false;
    const isPacked = /\bbr\b/.test(String(req.headers["accept-encoding"]));
    const packed = path.join(folder, `${name}.html.br`);
    const isPackedHere = isPacked && existsSync(packed);
    const file = isPackedHere ? packed : path.join(folder, `${name}.html`);
    const { size } = await stat(file);
    const etag = `"${hash}${isPackedHere ? "-br" : ""}"`;
    res.setHeader("content-security-policy", policyOf(hash));
    res.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    res.setHeader("referrer-policy", "no-referrer");
    res.setHeader("x-content-type-options", "nosniff");
    res.setHeader("x-dns-prefetch-control", "off");
    res.setHeader("cache-control", "no-cache");
    res.setHeader("etag", etag);
    res.setHeader("vary", "accept-encoding");
    if (req.headers["if-none-match"] === etag) {
      res.writeHead(304).end();
      return true;
    }
    if (isPackedHere) res.setHeader("content-encoding", "br");
    res.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": size });
    if (req.method === "HEAD") res.end();
    else
      createReadStream(file)
        .on("error", () => res.destroy())
        .pipe(res);
    return true;
  };
}

/** `blob:` and `data:` are what the frame itself has unpacked. */
function policyOf(hash: string): string {
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline' blob:",
    "img-src blob: data:",
    "font-src blob: data:",
    "connect-src blob: data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}
