import { isAppError } from "@/lib/shared/errors";
import { admitContainer, type Admitted } from "@/lib/server/docker/admit-container";
import { followEvents } from "@/lib/server/docker/follow-events";
import { pause } from "@/lib/server/docker/pause";
import type { Actor } from "@/lib/server/runtime/ctx";

/** Without news of the daemon's: it tells of a start at once. */
const lookMs = 2_000;
/** Between two looks, whatever it tells. */
const gapMs = 200;
/** One that is made anew has no name for so long: the old one is given another, stopped, and the new one made. */
const graceMs = 5_000;

type Waiting = {
  actor: Actor;
  signal: AbortSignal;
  /** Called when it turns out that it does not run, once, with the time at which it ended. */
  onStopped: (at: number) => Promise<void>;
};

/** When its present run began, or its last one; in ms. */
export const startOf = ({ inspected }: Admitted): number => msOf(inspected.State.StartedAt);

/**
 * The container as soon as one runs by the name or id that was asked for, `before` or one in its place. Null when there is none any more, the caller may not see it, or the
 * signal fires.
 */
export async function awaitStart(asked: string, before: Admitted, waiting: Waiting): Promise<Admitted | null> {
  const { actor, signal, onStopped } = waiting;
  let wake = () => {};
  const stopListening = followEvents("container", () => wake());
  let isTold = false;
  let goneAtMs: number | null = null;
  try {
    while (!signal.aborted) {
      const found = await look(actor, asked);
      if (found !== null && found.inspected.State.Running) return found;
      if (found === null) goneAtMs ??= performance.now();
      else goneAtMs = null;
      if (goneAtMs !== null && performance.now() - goneAtMs > graceMs) return null;
      if (!isTold) await onStopped(msOf((found ?? before).inspected.State.FinishedAt) || Date.now());
      isTold = true;
      const soon = new Promise<void>((resolve) => (wake = resolve));
      await Promise.all([Promise.race([soon, pause(lookMs, signal)]), pause(gapMs, signal)]);
    }
    return null;
  } finally {
    stopListening();
  }
}

async function look(actor: Actor, asked: string): Promise<Admitted | null> {
  try {
    return await admitContainer(actor, asked, "logs");
  } catch (error) {
    if (isAppError(error) && error.key === "docker/not-found") return null;
    throw error;
  }
}

/** Docker says the year 1 for never. */
const msOf = (text: string): number => Math.max(0, Date.parse(text) || 0);
