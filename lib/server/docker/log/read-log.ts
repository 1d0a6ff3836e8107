import type { dockerContract } from "@/lib/contracts/docker";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { createTurns } from "@/lib/server/base/turns";
import { admitContainer, type Admitted } from "@/lib/server/docker/admit-container";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { createLogLines } from "./log-lines";
import { openLog, secondsOf, secondsOfMs } from "./open-log";
import { readThrough } from "./read-through";

const searchMs = 20_000;
/** The daemon may tell all of a log, gigabytes of it, to find its end: each line is looked at on the main thread. */
const reading = createTurns({ atOnce: 2, inAll: 4, maxWaiting: 20, maxWaitMs: 60_000 });
/** Lines may have come since the caller counted. */
const slack = 1_000;
const wider = 8;

type Range = { since?: string; until?: string };

export const readContainerLog: Service<typeof dockerContract.readContainerLog> = async (input, ctx) => {
  const admitted = await admitContainer(ctx.actor, input.id, "logs");
  const leave = await reading(holderOf(ctx), ctx.signal);
  try {
    return await findLines(admitted, input, ctx.signal);
  } finally {
    leave();
  }
};

type Wanted = Parameters<Service<typeof dockerContract.readContainerLog>>[0];

async function findLines(admitted: Admitted, { since, until, before, known, limit }: Wanted, signal: AbortSignal) {
  const range: Range = {
    ...(since === undefined ? {} : { since: secondsOfMs(since) }),
    ...(before !== undefined
      ? { until: secondsOf(before, -1) }
      : until !== undefined
        ? { until: secondsOfMs(until) }
        : {}),
  };
  const tellOf = (lines: readonly LogLine[]) => ({ lines: lines.slice(-limit), has_more: lines.length > limit });
  const read = (tail?: number) =>
    lastLines(admitted, { range, limit, signal, ...(tail === undefined ? {} : { tail }) });
  // It takes the last lines first, and those of a time of them only then.
  if (until !== undefined && before === undefined) return tellOf(await read());
  const tail = known + limit + 1;
  const first = await read(before === undefined ? tail : tail + slack);
  if (before === undefined || first.length > limit) return tellOf(first);
  return tellOf(await read((tail + slack) * wider));
}

type Last = { range: Range; limit: number; tail?: number; signal: AbortSignal };

/** One more than the limit where there are as many; no more than these are in memory, however many the daemon tells. */
async function lastLines(admitted: Admitted, { range, limit, tail, signal }: Last): Promise<readonly LogLine[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(searchMs)]);
  const stream = await openLog(admitted, {
    follow: false,
    signal: within,
    ...range,
    ...(tail === undefined ? {} : { tail }),
  });
  let lines: LogLine[] = [];
  const feed = createLogLines({
    hasTty: admitted.inspected.Config.Tty,
    hear(line) {
      lines.push(line);
      if (lines.length > 2 * (limit + 1)) lines = lines.slice(-(limit + 1));
    },
  });
  await readThrough(stream, feed);
  signal.throwIfAborted();
  return lines.slice(-(limit + 1));
}
