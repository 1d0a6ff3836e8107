import type { Readable } from "node:stream";
import type { dockerContract } from "@/lib/contracts/docker";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { admitContainer, type Admitted } from "@/lib/server/docker/admit-container";
import type { Service } from "@/lib/server/http/service";
import { createLogLines } from "./log-lines";
import { openLog, secondsOf, secondsOfMs } from "./open-log";

const searchMs = 20_000;
/** Lines may have come since the caller counted. */
const slack = 1_000;
const wider = 8;

type Range = { since?: string; until?: string };

export const readContainerLog: Service<typeof dockerContract.readContainerLog> = async (
  { id, since, until, before, known, limit },
  { actor, signal },
) => {
  const admitted = await admitContainer(actor, id, "logs");
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
};

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
  await readAll(stream, feed);
  signal.throwIfAborted();
  return lines.slice(-(limit + 1));
}

function readAll(stream: Readable, feed: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on("data", feed);
    stream.once("end", () => stream.destroy());
    stream.once("close", resolve);
  });
}
