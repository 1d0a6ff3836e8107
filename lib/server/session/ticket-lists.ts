import { limits } from "@/lib/server/base/limits";
import { onSessionsEnded } from "./end-sessions";

export type KeptList = { sessionId: string; paths: readonly string[]; expiresAtMs: number };
type Held = KeptList & { bytes: number };

/** What a text takes beside its letters. */
const textBytes = 48;

/**
 * Lists of paths by their tickets, until they expire or their session ends. A session that keeps too many loses its own oldest ones; when
 * all of them together are too many, it is the session that keeps the most.
 */
export function createTicketLists({ perSessionBytes, inAllBytes } = limits.ticketLists) {
  const lists = new Map<string, Held>();
  const heldBy = new Map<string, number>();
  let heldInAll = 0;

  function drop(ticket: string): void {
    const list = lists.get(ticket);
    if (list === undefined) return;
    lists.delete(ticket);
    heldInAll -= list.bytes;
    const left = (heldBy.get(list.sessionId) ?? 0) - list.bytes;
    if (left > 0) heldBy.set(list.sessionId, left);
    else heldBy.delete(list.sessionId);
  }

  function dropOldestOf(sessionId: string): void {
    for (const [ticket, list] of lists) if (list.sessionId === sessionId) return drop(ticket);
  }

  function makeRoom(sessionId: string, bytes: number): void {
    for (const [ticket, { expiresAtMs }] of lists) if (expiresAtMs <= Date.now()) drop(ticket);
    while (heldBy.has(sessionId) && (heldBy.get(sessionId) ?? 0) + bytes > perSessionBytes) dropOldestOf(sessionId);
    const isOver = () => lists.size > 0 && heldInAll + bytes > inAllBytes;
    while (isOver()) {
      const [most] = [...heldBy].toSorted(([, one], [, other]) => other - one);
      dropOldestOf(most?.[0] ?? sessionId);
    }
  }

  return {
    keep(ticket: string, list: KeptList): void {
      const bytes = list.paths.reduce((sum, path) => sum + textBytes + 2 * path.length, 0);
      makeRoom(list.sessionId, bytes);
      lists.set(ticket, { ...list, bytes });
      heldInAll += bytes;
      heldBy.set(list.sessionId, (heldBy.get(list.sessionId) ?? 0) + bytes);
    },
    find: (ticket: string): KeptList | undefined => lists.get(ticket),
    dropSession(sessionId: string): void {
      while (heldBy.has(sessionId)) dropOldestOf(sessionId);
    },
    heldBytes: () => heldInAll,
  };
}

export const ticketLists = createTicketLists();
onSessionsEnded((ids) => ids.forEach((id) => ticketLists.dropSession(id)));
