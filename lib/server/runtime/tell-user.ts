import type { MessageWay, Told } from "@/lib/shared/notify";

export type Telling = {
  userId: string;
  message: Told;
  /** At most these; without it all that the user has chosen for its kind. */
  ways?: readonly MessageWay[];
  /** It is in the list and counts as seen. */
  isRead?: boolean;
};
type Listener = (telling: Telling) => void;

const listeners = new Set<Listener>();

/**
 * Tells a user something by the ways that they have chosen. It returns at once, waits for nothing and never throws: what becomes of the message is
 * the business of the group `notify`.
 */
export function tellUser(telling: Telling): void {
  for (const listener of listeners) listener(telling);
}

/** Hears what users are told, until the returned function is called. A listener must not throw. */
export function onTold(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
