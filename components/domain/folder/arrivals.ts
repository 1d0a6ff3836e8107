import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

/** What this tab brought into a folder, for its page to choose and show. */
export type Arrival = { folder: VirtualPath; names: readonly string[]; beganMs: number };

/** The newest arrival; a later one of the same work has more names. */
export const arrival = createStore<Arrival | null>(null);

/** More is no longer "the new ones" to anybody. */
const maxNames = 1000;
/** The watcher tells of new names up to this long after the work that brought them is over. */
const lateMs = 3000;

type Wait = { folder: VirtualPath; names: Set<string>; beganMs: number; isOver: boolean };
const waits = new Set<Wait>();

/**
 * Waits for entries that this tab brings into a folder; call what it returns when the work is over, with the names that are
 * known. Names that the work made up, such as "a (2).txt", are learnt from the folder itself.
 */
export function awaitArrival(folder: VirtualPath): (names: readonly string[]) => void {
  const wait: Wait = { folder, names: new Set(), beganMs: performance.now(), isOver: false };
  waits.add(wait);
  return (names) => {
    wait.isOver = true;
    for (const name of names) wait.names.add(name);
    tell(wait);
    setTimeout(() => waits.delete(wait), lateMs);
  };
}

/** Begins work of the server that brings entries into a folder; what begins it gives the way to end the waiting, or throws. */
export async function awaitArrivalOf<T>(
  folder: VirtualPath,
  begin: (end: (names: readonly string[]) => void) => Promise<T>,
): Promise<T> {
  const end = awaitArrival(folder);
  try {
    return await begin(end);
  } catch (error) {
    end([]);
    throw error;
  }
}

/** The folder's page saw new names. */
export function noteAppeared(folder: VirtualPath, names: readonly string[]): void {
  for (const wait of waits) {
    if (wait.folder !== folder) continue;
    for (const name of names) wait.names.add(name);
    if (wait.isOver) tell(wait);
  }
}

function tell({ folder, names, beganMs }: Wait): void {
  if (names.size > 0 && names.size <= maxNames) arrival.set({ folder, names: [...names], beganMs });
}
