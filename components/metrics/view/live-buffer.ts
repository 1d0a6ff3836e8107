import type { DownOf } from "@/lib/contracts/channel";
import type { Machine, metricsChannels } from "@/lib/contracts/metrics";
import { liveSpanMs } from "@/lib/shared/metrics";
import type { Points } from "./frame";

export type LiveBuffer = {
  machine: Machine;
  times: readonly number[];
  series: Readonly<Record<string, Points>>;
};

/** Longer than the server's slowest pace: nothing was read in between. */
const gapMs = 15_000;

/** What there is, with what the channel says. The first message of a channel has all that the server knows, and takes its place. */
export function heard(before: LiveBuffer | null, message: DownOf<typeof metricsChannels.follow>): LiveBuffer | null {
  const machine = message.machine ?? before?.machine;
  if (machine === undefined) return null;
  const [at] = message.times;
  const last = before?.times.at(-1);
  if (before === null || at === undefined || last === undefined || message.times.length > 1 || at <= last)
    return { machine, times: message.times, series: message.series };
  const gap = at - last > gapMs ? [(last + at) / 2] : [];
  const times = [...before.times, ...gap, at];
  const first = Math.max(
    0,
    times.findIndex((time) => time > at - liveSpanMs),
  );
  const keys = new Set([...Object.keys(before.series), ...Object.keys(message.series)]);
  const series: Record<string, Points> = {};
  for (const key of keys) {
    const earlier = before.series[key] ?? before.times.map(() => null);
    const points = [...earlier, ...gap.map(() => null), message.series[key]?.[0] ?? null].slice(first);
    // A device that is gone.
    if (points.some((value) => value !== null)) series[key] = points;
  }
  return { machine, times: times.slice(first), series };
}
