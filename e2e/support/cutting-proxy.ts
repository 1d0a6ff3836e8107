import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

type Cut = { afterBytes: number } | { everyMs: number };

/** A bad line: passes bytes on to a port, and breaks connections after so many bytes sent, or all of them every so often. */
export async function startCuttingProxy(port: number, cut: Cut) {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const breakOff = (...both: Socket[]) => {
    for (const socket of both) socket.resetAndDestroy();
  };
  const server = createServer((from) => {
    const to = createConnection(port, "127.0.0.1");
    let sentBytes = 0;
    sockets.add(from);
    from.once("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    to.once("close", () => from.destroy());
    for (const socket of [from, to]) socket.on("error", () => {});
    from.on("data", (chunk: Buffer) => {
      sentBytes += chunk.length;
      if (!to.write(chunk)) {
        from.pause();
        to.once("drain", () => from.resume());
      }
      if (!("afterBytes" in cut) || sentBytes < cut.afterBytes) return;
      cuts++;
      // What was passed on arrives; what follows does not.
      from.pause();
      to.end(() => breakOff(from));
    });
    to.on("data", (chunk: Buffer) => from.write(chunk));
  });
  const timer =
    "everyMs" in cut
      ? setInterval(() => {
          if (sockets.size > 0) cuts++;
          breakOff(...sockets);
        }, cut.everyMs)
      : null;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // a port, not a pipe
    cuts: () => cuts,
    stop: () => {
      if (timer !== null) clearInterval(timer);
      breakOff(...sockets);
      server.close();
    },
  };
}
