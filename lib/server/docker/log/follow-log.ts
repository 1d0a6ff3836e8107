import type { dockerChannels } from "@/lib/contracts/docker";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { admitContainer, mayStill } from "@/lib/server/docker/admit-container";
import { whileAllowed } from "@/lib/server/docker/while-allowed";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { createLogLines } from "./log-lines";
import { openLog, secondsOf } from "./open-log";

/** What waits for one reader: the newest lines, and no more characters than these. */
const waiting = { lines: 2_000, characters: 400_000 };
/** No oftener: a page draws what comes. */
const gapMs = 100;

/**
 * What a container writes from now on. It is read as fast as it is written: what a reader does not take in time is left out and counted, so that what they see is of now. One
 * stream of the daemon's for each reader, which ends with the channel.
 */
export const followLog: ChannelService<typeof dockerChannels.log> = async ({ id: asked, after }, ctx, { send }) => {
  const admitted = await admitContainer(ctx.actor, asked, "logs");
  const { id, inspected } = admitted;
  await whileAllowed(
    ctx,
    (now) => mayStill(now, id, "logs"),
    async (signal) => {
      const stream = await openLog(admitted, {
        follow: true,
        signal,
        ...(after === undefined ? { tail: 0 } : { since: secondsOf(after, 1) }),
      });
      const queue = createQueue();
      stream.on("data", createLogLines({ hasTty: inspected.Config.Tty, hear: (line) => queue.add(line) }));
      const closed = new Promise<void>((resolve) => stream.once("close", resolve));
      stream.once("end", () => stream.destroy());
      void closed.then(() => queue.end());
      try {
        for (let step = await queue.next(); step !== null; step = await queue.next()) {
          await send(step);
          await pause(gapMs, signal);
        }
      } finally {
        stream.destroy();
      }
    },
  );
};

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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
