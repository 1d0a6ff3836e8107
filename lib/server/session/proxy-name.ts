import { isSameUsername } from "@/lib/shared/username";
import type { ProxyTrust } from "@/lib/server/base/proxy-trust";
import type { Db } from "@/lib/server/db/open-db";
import { textOfHeaderBytes } from "@/lib/server/text/text-of-header-bytes";
import { endSessions } from "./end-sessions";
import { findProxyName } from "./find-actor";

/** As far as it matters here: where a request came from, and its headers. */
export type Proxied = { trust: ProxyTrust; header: (name: string) => string | undefined };

let source: () => string | null = () => null;

/** Which header names users is known to a group above this layer, which says it at start; null: none does. */
export function setUserHeader(read: () => string | null): void {
  source = read;
}

/** Whether a proxy may say who somebody is. */
export function isNamedByProxy(): boolean {
  return source() !== null;
}

/** Whom a proxy that has proven to be one names with this request; null without one, for nobody, and while that is off. */
export function proxyNameOf(request: Proxied): string | null {
  return request.trust === "proven" ? saidName(request) : null;
}

/** What the header says when it comes from anywhere else, where it counts for nothing; null without one. */
export function foreignNameOf(request: Proxied): string | null {
  return request.trust === "proven" ? null : saidName(request);
}

function saidName({ header }: Pick<Proxied, "header">): string | null {
  const name = source();
  return name === null ? null : textOfHeader(header(name));
}

/** Node reads headers as Latin-1, and what names people is UTF-8 or what older programs write. Null for what is not there or empty. */
export function textOfHeader(value: string | undefined): string | null {
  const text = textOfHeaderBytes(Buffer.from(value ?? "", "latin1")).trim();
  return text === "" ? null : text;
}

/**
 * Whether a session that began because of what the proxy said may go on with this request: while it says the same. Other sessions always may. One that
 * may not ends here, unless the request was for something public: what a proxy lets everybody see it has no name for.
 */
export async function isStillNamed(
  db: Db,
  { sessionId, said, isPublic }: { sessionId: string; said: string | null; isPublic: boolean },
): Promise<boolean> {
  const bound = await findProxyName(db, sessionId);
  if (bound === null || (said !== null && isSameUsername(bound, said))) return true;
  if (!isPublic || said !== null) await endSessions(db, { id: sessionId }, "proxy");
  return false;
}
