import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "@/lib/server/base/limits";

/** Who is cut off while they send may never see the answer. */
const passedOverMs = 30_000;

type Run = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Begins what is asked on one connection when what was asked before is answered: the answers go out in this order anyway. Begun at once,
 * two hundred requests of one packet would all be at work; and of an answer that waits for an earlier one Node tells nobody when the
 * connection breaks, so that what it holds would be held for ever. Who sends far more than that is cut off, and so is who goes on sending for long what was answered.
 */
export function inTurn(run: Run): Run {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (req, res) => {
    const { socket } = req;
    const begin = () => {
      if (socket.destroyed) return;
      res.once("close", () => {
        // Answered before all of it was read: the rest is passed over, or nothing else could come on this connection.
        if (!req.complete && !req.destroyed) passOver(req);
        else if (!req.complete) socket.destroySoon();
        const next = waiting.get(socket)?.shift();
        if (next === undefined) waiting.delete(socket);
        else next();
      });
      run(req, res);
    };
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      begin();
    } else if (line.length < limits.unansweredRequests) line.push(begin);
    else socket.destroy();
  };
}

function passOver(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), passedOverMs).unref();
  req.once("close", () => clearTimeout(timer));
  req.resume();
}
