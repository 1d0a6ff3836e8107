import type { IncomingMessage, ServerResponse } from "node:http";

/** As long as nginx waits by default (lingering_timeout, lingering_time). */
const silenceMs = 5_000;
const longestMs = 30_000;

/**
 * Ends an answer that is written while its request still sends: reads on and throws away until the client stops, five
 * seconds of silence or thirty in all. Closed at once, the connection would break under the client, which then often never
 * reads the answer.
 */
export function endRefused(req: IncomingMessage, res: ServerResponse): void {
  const end = () => {
    clearTimeout(silence);
    clearTimeout(longest);
    res.end();
  };
  const silence = setTimeout(end, silenceMs).unref();
  const longest = setTimeout(end, longestMs).unref();
  req.on("data", () => silence.refresh());
  req.once("end", end);
  req.once("close", end);
  req.resume();
}
