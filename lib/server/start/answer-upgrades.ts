import { ServerResponse, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

const idleMs = 120_000;

/**
 * Answers requests that offer a protocol which nobody here speaks, as if they had not (RFC 9110 §7.8): Node leaves them without any
 * answer once somebody listens for upgrades, and some clients offer HTTP/2 with every first request.
 */
export function answerUpgrades(server: Server, isTaken: (req: IncomingMessage) => boolean): void {
  server.on("upgrade", (req: IncomingMessage, stream: Duplex) => {
    if (isTaken(req)) return;
    const socket = stream as Socket; // of a server for TCP and TLS
    socket.on("error", () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
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
