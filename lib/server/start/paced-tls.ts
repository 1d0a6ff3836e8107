import { AsyncLocalStorage } from "node:async_hooks";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { PacedSocket } from "@/lib/server/base/paced-socket";
import { visitorAt } from "./visitor-at";

const endsOf = ({ remoteAddress, remotePort, remoteFamily, localAddress, localPort }: Socket) => ({
  remoteAddress,
  remotePort,
  remoteFamily,
  localAddress,
  localPort,
});

/**
 * Handshakes and records come a piece at a time, with turns for everybody in between: Node works on all of a read at once, and on all connections that have something to be read one
 * after the other. What is in the records is paced again (paced-requests.ts); of whoever pauses there no more is decrypted. Call it before anybody else listens.
 */
export function paceTls(server: Server): void {
  // With a stream that is no socket below it, TLS knows none of these, and tells nobody which it is.
  const below = new AsyncLocalStorage<{ ends: ReturnType<typeof endsOf>; paced: PacedSocket }>();
  const [begin] = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (connection: Socket) => {
    if (connection.destroyed) return;
    const paced = new PacedSocket(connection, visitorAt(connection));
    // TLS ends a connection whose other side was closed, and not before it has worked on what came before.
    paced.allowHalfOpen = false;
    below.run({ ends: endsOf(connection), paced }, () => void begin?.call(server, paced));
    [paced.allowHalfOpen, connection.allowHalfOpen] = [true, true];
  });
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const { ends = {}, paced } = below.getStore() ?? {};
    for (const [name, value] of Object.entries(ends)) Object.defineProperty(socket, name, { value });
    socket.on("pause", () => paced?.holdBack()).on("resume", () => paced?.goOn());
  });
}
