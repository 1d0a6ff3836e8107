import type { IncomingMessage } from "node:http";

/** As long as nginx waits by default (lingering_timeout, lingering_time). */
const silenceMs = 5_000;
const longestMs = 30_000;

/**
 * Reads on what a refused request still sends, and throws it away, until the client stops, five seconds of silence or thirty in all. An answer that ends at
 * once would break the connection under the client, which then often never reads it.
 */
export function untilStopped(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(silence);
      clearTimeout(longest);
      resolve();
    };
    const silence = setTimeout(end, silenceMs).unref();
    const longest = setTimeout(end, longestMs).unref();
    req.on("data", () => silence.refresh());
    req.once("end", end);
    req.once("close", end);
    req.resume();
  });
}
