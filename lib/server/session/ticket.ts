import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { isSame, sign, type Keys } from "@/lib/server/base/keys";
import { ticketLists, type KeptList } from "./ticket-lists";

/** Long enough for a film with pauses; the session must still be there at every request. */
const ticketMs = 6 * 60 * 60_000;
/** More paths than this are kept on the server: they would not fit a URL. */
const maxSignedPaths = 20;

type Holder = { ticket: string; sessionId: string; paths: readonly string[] };

/**
 * A ticket for what the browser fetches by itself: bound to the session and to exactly these paths, useless for anything
 * else. Short lists are signed; long ones are kept here, and the ticket alone names them, as are those of which each path may be read alone.
 */
export function makeTicket(
  keys: Keys,
  sessionId: string,
  paths: readonly string[],
  { isForEach = false } = {},
): { ticket: string; expiresAtMs: number } {
  const expiresAtMs = Date.now() + ticketMs;
  if (paths.length <= (isForEach ? 1 : maxSignedPaths))
    return { ticket: `${expiresAtMs.toString(36)}.${signature(keys, { sessionId, paths, expiresAtMs })}`, expiresAtMs };
  const ticket = randomId(32);
  ticketLists.keep(ticket, { sessionId, paths, expiresAtMs });
  return { ticket, expiresAtMs };
}

/** The paths that the ticket lets this session read: of a kept list those asked for, or all. Throws auth/ticket when it is for others or has expired. */
export function pathsOfTicket(keys: Keys, { ticket, sessionId, paths }: Holder): readonly string[] {
  const kept = ticketLists.find(ticket);
  if (kept !== undefined && kept.sessionId === sessionId && kept.expiresAtMs > Date.now()) {
    if (paths.length === 0) return kept.paths;
    const known = new Set(kept.paths);
    if (paths.every((path) => known.has(path))) return paths;
  }
  const [expiry = "", given = ""] = ticket.split(".");
  const expiresAtMs = Number.parseInt(expiry, 36);
  if (!(expiresAtMs > Date.now()) || !isSame(given, signature(keys, { sessionId, paths, expiresAtMs })))
    throw new AppError("auth/ticket");
  return paths;
}

function signature(keys: Keys, { sessionId, paths, expiresAtMs }: KeptList): string {
  return sign(keys.ticket, JSON.stringify(["read", sessionId, expiresAtMs, ...paths]));
}
