import { ServerResponse, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";

const idleMs = 120_000;

/**
 * Answers requests that offer a protocol which nobody here speaks, as if they had not (RFC 9110 §7.8): Node leaves them without any
 * answer once somebody listens for upgrades, and some clients offer HTTP/2 with every first request.
 */
export function answerUpgrades(server: Server, isTaken: (req: IncomingMessage) => boolean): void {
  server.on("upgrade", (req: IncomingMessage) => {
    if (isTaken(req)) return;
    const { socket } = req;
    socket.on("error", () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
    // Asked behind others that wait for their answers, on a connection that is Node's no more.
    if (isAnswering(socket)) {
      socket.destroy();
      return;
    }
    // What follows the head was never parsed.
    const hasBody = req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (hasBody) {
      socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once("finish", () => socket.end());
    server.emit("request", req, res);
  });
}

/** Node keeps it to itself. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean =>
  (socket._httpMessage ?? null) !== null;
