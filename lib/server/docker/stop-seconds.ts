import type Docker from "dockerode";

const usualSeconds = 10;
/** A daemon that stops one needs so long besides. */
const besidesMs = 50_000;
/** For one that is never killed. */
const longestMs = 3_600_000;

type Inspected = Pick<Docker.ContainerInspectInfo, "Config">;

/** After so many seconds the daemon kills a container that does not end when it is asked to; below 0: never. */
export function stopSecondsOf({ Config }: Inspected): number {
  // Null where it was not said.
  const given = (Config as { StopTimeout?: number | null }).StopTimeout; // which the package does not know
  return given ?? usualSeconds;
}

/** For so long the daemon may take to answer that a container has stopped. */
export function stopPatienceMs(inspected: Inspected): number {
  const seconds = stopSecondsOf(inspected);
  return seconds < 0 ? longestMs : Math.min(seconds * 1000 + besidesMs, longestMs);
}
