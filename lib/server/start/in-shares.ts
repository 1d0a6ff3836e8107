import type { IncomingMessage, ServerResponse } from "node:http";
import { Rows } from "@/lib/server/base/rows";

type Run = (req: IncomingMessage, res: ServerResponse) => void;

/** So many are begun in one turn of the event loop: more than a slow disk answers, and less than a millisecond of work on a quick one. */
const shareOfTurn = 4;

/**
 * Begins a few requests in each turn of the event loop, and the others in the turns after it: of one network first come, first served, and networks take turns. The loop accepts one new connection
 * in each turn: if sixty-four come at once and every turn first answered all that are there, the last would wait for two thousand answers instead of for
 * two hundred. Bounded by the connections, of which each has one request begun (`inTurn`).
 */
export function inShares(run: Run, networkOf: (req: IncomingMessage) => string): Run {
  const waiting = new Rows<() => void>();
  let begun = 0;

  const goOn = () => {
    begun = 0;
    for (let next = waiting.take(); next !== undefined; next = begun < shareOfTurn ? waiting.take() : undefined)
      begin(next);
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
    if (begun < shareOfTurn && waiting.isEmpty) begin(next);
    else waiting.add(networkOf(req), next);
  };
}
