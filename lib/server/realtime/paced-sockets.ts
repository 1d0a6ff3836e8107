import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type ServerOptions, type WebSocket } from "ws";

export type Pace = {
  /** What one user may say in a second, over all sockets, and at once. */
  perSecond: number;
  atOnce: number;
  /** What somebody says who is not let in yet. */
  beforeWelcome: number;
  /** Answers that wait for a reader before nothing more is asked. */
  unsent: number;
};

type Allowance = { sockets: number; left: number; atMs: number };

/** How soon it is asked again whether somebody may go on. */
const againMs = 50;
const maxUnansweredPings = 4;
/** No event comes between the fragments of a message, and a packet may have ten thousand. Browsers cut one of these lengths into two, if at all. */
const maxFragments = 32;

/** What is taken from an allowance comes back by the time; below nothing it is a debt. */
function refill(allowance: Allowance, { perSecond, atOnce }: Pace): number {
  const nowMs = performance.now();
  allowance.left = Math.min(atOnce, allowance.left + ((nowMs - allowance.atMs) * perSecond) / 1_000);
  allowance.atMs = nowMs;
  return allowance.left;
}

/**
 * How quickly WebSockets are listened to. Each is heard once in a turn of the event loop, so that a packet of ten thousand messages does not make everybody else wait for
 * all of them. Whoever says more than people do, or does not read the answers, is not read from until there is room again: nothing is lost, and the kernel
 * tells the other end to wait. Before they are let in, sockets that say much are cut off: one of them has nothing to say but who it is.
 */
export function createPacedSockets(pace: Pace) {
  const allowances = new Map<string, Allowance>();
  const ears = new WeakMap<IncomingMessage, ReturnType<typeof listen>>();

  function listen(ws: WebSocket) {
    let own: Allowance | null = null;
    let said = 0;
    let unsent = 0;
    let isHeld = false;

    const mayGoOn = () => own === null || (refill(own, pace) > 0 && unsent < pace.unsent);
    function goOn(): void {
      if (ws.readyState > ws.OPEN) return;
      if (mayGoOn()) {
        isHeld = false;
        ws.resume();
      } else setTimeout(goOn, againMs).unref();
    }
    function heard(): void {
      said += 1;
      if (own !== null) own.left -= 1;
      else if (said > pace.beforeWelcome) ws.terminate();
      if (isHeld || mayGoOn()) return;
      isHeld = true;
      ws.pause();
      setTimeout(goOn, againMs).unref();
    }
    for (const event of ["message", "ping", "pong"] as const) ws.on(event, heard);

    return {
      welcome(userId: string): void {
        own = allowances.get(userId) ?? { sockets: 0, left: pace.atOnce, atMs: performance.now() };
        own.sockets += 1;
        const mine = own;
        allowances.set(userId, mine);
        ws.once("close", () => {
          mine.sockets -= 1;
          if (mine.sockets === 0) allowances.delete(userId);
        });
      },
      answered: () => void (unsent += 1),
      sent: () => void (unsent = 0),
    };
  }

  /** For engine.io, which makes one of it. */
  class PacedServer extends WebSocketServer {
    constructor(options: ServerOptions) {
      const pings = { maxPendingAutoPongs: maxUnansweredPings };
      super({ ...options, ...pings, maxFragments, allowSynchronousEvents: false });
    }

    override handleUpgrade(
      req: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (ws: WebSocket, req: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(req, socket, head, (ws, request) => {
        ears.set(request, listen(ws));
        done(ws, request);
      });
    }
  }

  return { Server: PacedServer, earOf: (request: IncomingMessage) => ears.get(request) };
}
