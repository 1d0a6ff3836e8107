import type { IncomingMessage, ServerResponse } from "node:http";

type Run = (req: IncomingMessage, res: ServerResponse) => void;

/** So many are begun in one turn of the event loop: more than a slow disk answers, and less than a millisecond of work on a quick one. */
const shareOfTurn = 4;

/**
 * Begins a few requests in each turn of the event loop, and the others in the turns after it, first come, first served. The loop accepts one new connection
 * in each turn: if sixty-four come at once and every turn first answered all that are there, the last would wait for two thousand answers instead of for
 * two hundred. Bounded by the connections, of which each has one request begun (`inTurn`).
 */
export function inShares(run: Run): Run {
  const waiting: (() => void)[] = [];
  let begun = 0;

  const goOn = () => {
    begun = 0;
    for (const next of waiting.splice(0, shareOfTurn)) begin(next);
  };
  const begin = (next: () => void) => {
    if (begun === 0) setImmediate(goOn);
    begun += 1;
    next();
  };

  return (req, res) => {
    const next = () => {
      // Gone meanwhile: nothing would tell what is begun now of it.
      if (!req.socket.destroyed) run(req, res);
    };
    if (begun < shareOfTurn && waiting.length === 0) begin(next);
    else waiting.push(next);
  };
}
