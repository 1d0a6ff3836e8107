import type { dockerChannels } from "@/lib/contracts/docker";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { isAppError } from "@/lib/shared/errors";
import { admitContainer, mayStill, type Admitted } from "@/lib/server/docker/admit-container";
import { pause } from "@/lib/server/docker/pause";
import { whileAllowed } from "@/lib/server/docker/while-allowed";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { createLogLines } from "./log-lines";
import { awaitStart, startOf } from "./await-start";
import { createLogSeam, type LogSeam } from "./log-seam";
import { openLog, secondsOfMs } from "./open-log";
import { readThrough } from "./read-through";

/** What waits for one reader: the newest lines, and no more characters than these. */
const waiting = { lines: 2_000, characters: 400_000 };
/** No oftener: a page draws what comes. */
const gapMs = 100;
const againMs = 1_000;

/**
 * What a container writes from now on. It is read as fast as it is written: what a reader does not take in time is left out and counted, so that what they see is of now. One
 * stream of the daemon's for each reader, which ends with the channel; the next one begins behind the last line when the container has been started again.
 */
export const followLog: ChannelService<typeof dockerChannels.log> = async (
  { id: asked, after, same },
  ctx,
  { send },
) => {
  let now = await admitContainer(ctx.actor, asked, "logs");
  let seam = createLogSeam(after ?? null, same);
  let start: Start = after === undefined ? { tail: 0 } : sinceOf(seam);
  const tell = (kind: "stopped" | "restarted" | "replaced", at: number) =>
    send({ lines: [], skipped: 0, event: { kind, at } });
  await whileAllowed(
    ctx,
    (actor) => mayStill(actor, now.id, "logs"),
    async (signal) => {
      for (;;) {
        try {
          for await (const step of readSteps(now, { start, seam, signal })) await send({ ...step, event: null });
        } catch (error) {
          // It may go while it is asked.
          if (!isAppError(error) || !goingKeys.has(error.key)) throw error;
        }
        if (signal.aborted) return;
        const next = await awaitStart(asked, now, {
          actor: ctx.actor,
          signal,
          onStopped: (at) => tell("stopped", at),
        });
        if (next === null) return;
        const startedAt = startOf(next);
        if (next.id !== now.id) await tell("replaced", startedAt);
        else if (startedAt !== startOf(now)) await tell("restarted", startedAt);
        // The daemon let go of it while it runs.
        else await pause(againMs, signal);
        if (next.id !== now.id) seam = createLogSeam(null, 0);
        start = next.id !== now.id ? {} : { since: secondsOfMs(startedAt), ...sinceOf(seam) };
        now = next;
      }
    },
  );
};

const goingKeys: ReadonlySet<string> = new Set(["docker/conflict", "docker/not-found"]);

type Start = { tail?: number; since?: string };

function sinceOf(seam: LogSeam): Start {
  const since = seam.since();
  return since === null ? {} : { since };
}

type Reading = { start: Start; seam: LogSeam; signal: AbortSignal };

/** What is written from there on, in steps, until the container stops or the signal fires. */
async function* readSteps(admitted: Admitted, { start, seam, signal }: Reading): AsyncGenerator<Step> {
  const stream = await openLog(admitted, { follow: true, signal, ...start });
  const queue = createQueue();
  const feed = createLogLines({
    hasTty: admitted.inspected.Config.Tty,
    hear: (line) => seam.take(line) && queue.add(line),
  });
  // It destroys the stream at its end.
  void readThrough(stream, feed).then(() => queue.end());
  try {
    for (let step = await queue.next(); step !== null; step = await queue.next()) {
      yield step;
      await pause(gapMs, signal);
    }
  } finally {
    stream.destroy();
  }
}

type Step = { lines: LogLine[]; skipped: number };

function createQueue() {
  let lines: LogLine[] = [];
  let characters = 0;
  let skipped = 0;
  let isOver = false;
  let wake = () => {};

  function drop(): void {
    // Half at a time: one by one would move all the others each time.
    const left = lines.length >> 1;
    skipped += lines.length - left;
    lines = left === 0 ? [] : lines.slice(-left);
    characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  }

  return {
    add(line: LogLine): void {
      lines.push(line);
      characters += line.text.length;
      while (lines.length > waiting.lines || (characters > waiting.characters && lines.length > 1)) drop();
      wake();
    },
    end(): void {
      isOver = true;
      wake();
    },
    /** All that waits, as soon as there is something; null at the end. */
    async next(): Promise<Step | null> {
      while (lines.length === 0) {
        if (isOver) return null;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const step = { lines, skipped };
      [lines, characters, skipped] = [[], 0, 0];
      return step;
    },
  };
}
