import { davMethods } from "@/lib/contracts/dav";
import type { Wire } from "@/lib/server/http/wire";

/** RFC 4918 §10.1 and §18; Windows asks for the last before it believes the rest. */
export const davHeaders = {
  dav: "1, 2, 3, sabredav-partialupdate",
  "ms-author-via": "DAV",
  allow: Object.keys(davMethods).join(", "),
} as const;

/** For everybody: a client asks this before it signs in. It tells that there is WebDAV here and nothing else. */
export function options({ res }: Pick<Wire, "res">): void {
  res.writeHead(200, { ...davHeaders, "accept-ranges": "bytes", "content-length": "0", "cache-control": "no-store" });
  res.end();
}
