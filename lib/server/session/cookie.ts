import { decode, encode } from "next-auth/jwt";
import type { Keys } from "@/lib/server/base/keys";

const sessionCookie = "filedeck.session";
/** A setting says how long sessions last; longer than this none can. */
const longestSessionDays = 365;
/** How long an ended session's browser is still told why it ended. The cookie must last as long: it is half of the proof. */
export const afterlifeDays = 30;
export const dayMs = 86_400_000;
const maxAgeSeconds = ((longestSessionDays + afterlifeDays) * dayMs) / 1000;

/** next-auth's encrypted JWT with nothing but the session's id; the session table says whether it still counts. */
export function encodeSessionCookie(keys: Keys, sessionId: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: keys.cookie, maxAge: maxAgeSeconds });
}

const maxRemembered = 10_000;
const seen = new Map<string, string>();

/** The session's id in a cookie, or null. Decryption costs 100 µs, so answers are remembered. */
export async function decodeSessionCookie(keys: Keys, cookie: string): Promise<string | null> {
  const known = seen.get(cookie);
  if (known !== undefined) return known;
  const token = await decode({ token: cookie, secret: keys.cookie }).catch(() => null);
  const sessionId = token?.["sid"];
  if (typeof sessionId !== "string") return null;
  if (seen.size >= maxRemembered) seen.clear();
  seen.set(cookie, sessionId);
  return sessionId;
}

/** The value of the session's cookie in a Cookie header, or null. */
export function readSessionCookie(keys: Pick<Keys, "installation">, header: string | undefined): string | null {
  return readOwnCookie(keys, header, sessionCookie);
}

/** The value of one cookie in a Cookie header (RFC 6265 §5.4), or null. */
function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/** A cookie's name in browsers. They know hosts without their ports: another installation beside this one must not lose its own by it. */
const ownName = ({ installation }: Pick<Keys, "installation">, name: string) => `${name}.${installation}`;

/** A cookie of this installation's; those of before have their names alone. */
export function readOwnCookie(
  keys: Pick<Keys, "installation">,
  header: string | undefined,
  name: string,
): string | null {
  return readCookie(header, ownName(keys, name)) ?? readCookie(header, name);
}

/** "session": until the browser is closed; null takes it away. */
type CookiePlace = { path: string; secure: boolean; expiresAt: Date | "session" | null };

export function serializeSessionCookie(keys: Pick<Keys, "installation">, value: string, place: CookiePlace): string {
  return serializeOwnCookie(keys, { name: sessionCookie, value }, place);
}

export function serializeOwnCookie(
  keys: Pick<Keys, "installation">,
  { name, value }: { name: string; value: string },
  place: CookiePlace,
): string {
  return serializeCookie(ownName(keys, name), value, place);
}

/** Out of reach for scripts, not sent along by other sites' forms (RFC 6265bis). */
function serializeCookie(name: string, value: string, { path, secure, expiresAt }: CookiePlace): string {
  const expires = expiresAt === "session" ? "" : `; Expires=${(expiresAt ?? new Date(0)).toUTCString()}`;
  return `${name}=${value}; Path=${path}${expires}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
