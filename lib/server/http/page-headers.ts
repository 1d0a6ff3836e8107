import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * The policy of app pages: scripts by nonce only. Next reads the nonce from the request's header and stamps its scripts.
 * Styles may be inline: the component kit sets custom properties on elements.
 */
export function applyPageHeaders(req: IncomingMessage, res: ServerResponse, { isDev }: { isDev: boolean }): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    // wasm: the viewers' decoders. Development evaluates modules to replace them.
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
  req.headers["content-security-policy"] = policy;
  res.setHeader("content-security-policy", policy);
  res.setHeader("referrer-policy", "same-origin");
  res.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  res.setHeader("x-content-type-options", "nosniff");
  res.setHeader("x-frame-options", "SAMEORIGIN");
  res.setHeader("cross-origin-opener-policy", "same-origin");
}
