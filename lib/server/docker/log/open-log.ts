import type { Readable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import { askDocker } from "@/lib/server/docker/ask-docker";
import type { Admitted } from "@/lib/server/docker/admit-container";

type Wanted = { follow: boolean; tail?: number; since?: string; until?: string; signal: AbortSignal };

/** It may look through all of a log before its first word. */
const answerMs = 20_000;

/**
 * What a container has written, with times, as the daemon sends it; let go of when the signal fires. `since` and `until`: as {@link secondsOf} says. Throws
 * docker/no-logs and what askDocker throws.
 */
export async function openLog(
  { id, name, inspected }: Admitted,
  { follow, tail, since, until, signal }: Wanted,
): Promise<Readable> {
  if (inspected.HostConfig.LogConfig?.Type === "none") throw new AppError("docker/no-logs", { name });
  const stream = await askDocker(
    name,
    async (docker, late) => {
      const query = {
        follow,
        stdout: true,
        stderr: true,
        timestamps: true,
        // Podman takes an empty one, which is what is sent of one that is not there, for none that it knows.
        ...(tail === undefined ? {} : { tail }),
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      };
      // As a stream in any case: the package would read all of what does not go on.
      const options = { follow: true, abortSignal: AbortSignal.any([late, signal]), _query: query } as const;
      return (await docker.getContainer(id).logs(options)) as Readable; // of Node's http
    },
    { patienceMs: answerMs },
  );
  stream.on("error", () => {}); // `close` follows
  const stop = () => stream.destroy();
  signal.addEventListener("abort", stop, { once: true });
  stream.once("close", () => signal.removeEventListener("abort", stop));
  if (signal.aborted) stop();
  return stream;
}

/** A line's time as the daemon wants it, seconds with nanoseconds; `plus` nanoseconds later. */
export function secondsOf(at: string, plus = 0): string {
  const nanoseconds = BigInt(Date.parse(`${at.slice(0, 19)}Z`)) * 1_000_000n + BigInt(at.slice(20, 29)) + BigInt(plus);
  const text = nanoseconds.toString().padStart(10, "0");
  return `${text.slice(0, -9)}.${text.slice(-9)}`;
}

export const secondsOfMs = (ms: number): string => (ms / 1000).toFixed(3);
