import type { OsUser } from "@/lib/server/process/os-user";

type Guest = { uid: number; userId: string };

/** Whose terminals run as which account right now, of those that Landlock confines. */
const guests = new Set<Guest>();

/**
 * Where the kernel lets a terminal send signals to others of its account, only one user may have some at a time. Null when somebody else has;
 * otherwise to be called when the terminal is over.
 */
export function enterAs({ uid }: OsUser, userId: string, { mayMeetOthers }: { mayMeetOthers: boolean }) {
  if (!mayMeetOthers && [...guests].some((guest) => guest.uid === uid && guest.userId !== userId)) return null;
  const guest: Guest = { uid, userId };
  guests.add(guest);
  return () => void guests.delete(guest);
}
