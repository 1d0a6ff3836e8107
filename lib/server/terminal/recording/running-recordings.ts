import type { Recorded } from "./create-recorder";

type Running = { read: () => Recorded; end: () => Promise<void> };

/** Those of terminals that go on, or whose last bytes are on their way to the disk. */
export const runningRecordings = new Map<string, Running>();

const maxMs = 3_000;

/** Once all terminals have ended, when the server does: waits for the last bytes, but not for a disk that hangs. */
export async function endRecordings(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxMs)));
  await Promise.race([Promise.all([...runningRecordings.values()].map(({ end }) => end())), enough]);
  clearTimeout(timer);
}
