import type { Db } from "@/lib/server/db/open-db";
import { mayAccess } from "@/lib/server/http/gate";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { mayHaveShell } from "./commands/may-run";
import { guestOf, type OwnedTerminal } from "./terminals";

type Seen = Pick<OwnedTerminal, "access" | "admits">;

export const noRights = { maySee: false, mayType: false } as const;

/** Whether somebody may be a guest at all: who could not open such a terminal sees none. `guest`: with the rights of now. */
export async function mayBeGuest({ access, admits }: Seen, guest: Actor): Promise<boolean> {
  return mayAccess(guest, access) && ((await admits?.(guest)) ?? true);
}

/** What the actor may do with a terminal now: guests as long as they are invited, and have the right to such terminals. */
export async function rightsTo(
  terminal: OwnedTerminal,
  { actor, db }: { actor: Actor; db: Db },
): Promise<{ maySee: boolean; mayType: boolean }> {
  const userId = userIdOf(actor);
  if (terminal.userId === userId) return { maySee: true, mayType: true };
  const now = await findUserActor(db, userId);
  // An administrator who views as this user has fewer.
  const isAllowed = now !== null && mayAccess(actor, terminal.access) && (await mayBeGuest(terminal, now));
  const guest = guestOf(terminal, userId);
  if (!isAllowed || guest === undefined) return noRights;
  // Who is limited to commands types into no shell, whosever it is.
  return { maySee: true, mayType: guest.mayType && mayHaveShell(now) };
}
