import type { App } from "@/lib/server/runtime/app";
import { isAppError } from "@/lib/shared/errors";
import { isAway } from "@/lib/server/docker/ask-docker";
import { pause } from "@/lib/server/docker/pause";
import { daemonNow, takeUp, wordsOf } from "./bring-back";
import { readNotes, type Noted } from "./noted-replacements";
import { whileReplaced, type Held } from "./replaced-names";

type Means = Pick<App, "db" | "log" | "stopping">;

const againMs = 2_000;
/** Who stops the server kills it a moment later. */
const endMs = 8_000;

const underway = new Set<Promise<unknown>>();

/** Keeps in mind that a container is being recreated, so that {@link endReplacements} waits for it. */
export async function keepingUnderway<T>(work: () => Promise<T>): Promise<T> {
  const doing = work();
  underway.add(doing);
  try {
    return await doing;
  } finally {
    underway.delete(doing);
  }
}

/** When the server ends: what is being recreated is brought back first. */
export async function endReplacements(): Promise<void> {
  const over = new AbortController();
  await Promise.race([Promise.allSettled(underway), pause(endMs, over.signal)]);
  over.abort();
}

/** At the start: what was in the middle when the server ended is held from here on, and brought back or finished as soon as the daemon can be reached. */
export async function takeUpReplacements(means: Means): Promise<void> {
  for (const noted of await readNotes(means.db)) {
    const { id, name, newName, temporary, aside, made, state } = noted;
    // The new one may have been recreated since.
    const ofNew = state === "done" ? [] : [name, newName, temporary, ...(made === null ? [] : [made])];
    const keys = [id, aside, ...ofNew];
    whileReplaced({ name, keys }, (held) => takeUpHeld(noted, held, means)).catch((error: unknown) => {
      means.log.error(wordsOf(noted, error), "a container that was being recreated could not be brought back");
    });
  }
}

async function takeUpHeld(noted: Noted, held: Held, { db, log, stopping }: Means): Promise<void> {
  noted.projects.forEach(held.holdProject);
  const daemon = await daemonWhenThere(stopping);
  if (daemon === null) return;
  if (daemon === noted.daemon) return takeUp(noted, { db, log });
  log.warn(
    wordsOf(noted),
    "a container was being recreated at another Docker: it is looked after when that is used again",
  );
}

/** Null: the server ends first. */
async function daemonWhenThere(stopping: AbortSignal): Promise<string | null> {
  for (; !stopping.aborted; await pause(againMs, stopping))
    try {
      return await daemonNow();
    } catch (error) {
      if (!isAppError(error)) throw error;
      // One that is just beginning says what it likes.
      if (!isAway(error)) await pause(againMs, stopping);
    }
  return null;
}
