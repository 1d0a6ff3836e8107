export type SpeedSample = { atMs: number; bytes: number };

const windowMs = 6000;

/** Adds what has been sent by now and forgets what is older than the window. */
export function withSample(samples: readonly SpeedSample[], sample: SpeedSample): readonly SpeedSample[] {
  const last = samples.at(-1);
  // Retried bytes are counted back: a falling total starts the measurement anew.
  if (last !== undefined && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
}

/** Bytes per second over the window; 0 until there are two samples. */
export function speedOf(samples: readonly SpeedSample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < 200) return 0;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}

/** `0:41`, `12:05`, `1:02:05`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
