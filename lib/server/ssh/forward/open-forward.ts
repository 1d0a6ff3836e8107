import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { pipeline, type Duplex } from "node:stream";
import type { Client, ClientChannel, TcpConnectionDetails } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import type { ForwardKind } from "@/lib/shared/ssh-hosts";
import { limits } from "@/lib/server/base/limits";
import type { Reach } from "@/lib/server/outbound/resolve-target";
import { recheck } from "@/lib/server/session/recheck";
import { dial, isLanSocket } from "@/lib/server/ssh/dial";
import { readSocks, socksReplies, socksReply } from "./read-socks";

export type Forward = {
  kind: ForwardKind;
  bindAddress: string;
  bindPort: number;
  targetAddress: string;
  targetPort: number;
};
export type Traffic = { connections: number; bytesOut: number; bytesIn: number };

type Options = {
  client: Client;
  forward: Forward;
  traffic: Traffic;
  /** Where connections from this server may go: those of a remote forward. Asked before each, and again as long as one into the local network lasts. */
  reach: () => Promise<Reach>;
  /** Of the host, for what is said. */
  host: string;
};

/** Begins to pass a port on; gives what ends it, with all that goes through it. Throws ssh/port-taken, ssh/port-refused. */
export function openForward(options: Options): Promise<() => void> {
  return options.forward.kind === "remote" ? listenThere(options) : listenHere(options);
}

async function listenHere({ client, forward, traffic }: Options): Promise<() => void> {
  const { kind, bindAddress, bindPort, targetAddress, targetPort } = forward;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (sockets.size >= limits.sshForwards.connections) return socket.destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // `close` follows
    if (kind === "dynamic") void byWish(socket);
    else through(socket, { address: targetAddress, port: targetPort });
    return undefined;
  });
  async function byWish(socket: Socket): Promise<void> {
    const wish = await readSocks(socket);
    if (wish === null) socket.destroy();
    else through(socket, wish, true);
  }
  function through(socket: Socket, to: { address: string; port: number }, isSocks = false): void {
    const refuse = () => (isSocks ? socket.end(socksReply(socksReplies.refused)) : socket.destroy());
    try {
      client.forwardOut(socket.remoteAddress ?? "", socket.remotePort ?? 0, to.address, to.port, (error, stream) => {
        if (error !== undefined) return refuse();
        if (isSocks) socket.write(socksReply(socksReplies.done));
        return join(socket, stream, traffic);
      });
    } catch {
      // Not connected any more.
      refuse();
    }
  }
  await listen(server, bindAddress, bindPort);
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

async function listen(server: Server, address: string, port: number): Promise<void> {
  server.listen({ host: address, port });
  await once(server, "listening").catch((error: unknown) => {
    throw new AppError("ssh/port-taken", { port }, { cause: error });
  });
}

async function listenThere({ client, forward, traffic, reach, host }: Options): Promise<() => void> {
  const { bindAddress, bindPort, targetAddress, targetPort } = forward;
  const over = new AbortController();
  const open = new Set<Duplex>();
  const dialNow = async () =>
    dial({ address: targetAddress, port: targetPort, reach: await reach(), signal: over.signal });
  const isOurs = ({ destPort }: TcpConnectionDetails) => destPort === bindPort;
  const arrive = (details: TcpConnectionDetails, accept: () => ClientChannel, refuse: () => void) => {
    if (!isOurs(details)) return;
    if (open.size >= limits.sshForwards.connections) return refuse();
    void dialNow().then((socket) => {
      const stream = accept();
      open.add(socket).add(stream);
      socket.once("close", () => void (open.delete(socket) && open.delete(stream)));
      if (isLanSocket(socket)) endWithoutRight(socket, reach);
      join(stream, socket, traffic);
    }, refuse);
  };
  await new Promise<void>((resolve, reject) => {
    client.forwardIn(bindAddress, bindPort, (error) =>
      error === undefined
        ? resolve()
        : reject(new AppError("ssh/port-refused", { host, port: bindPort }, { cause: error })),
    );
  });
  client.on("tcp connection", arrive);
  return () => {
    over.abort();
    client.off("tcp connection", arrive);
    for (const stream of open) stream.destroy();
    try {
      client.unforwardIn(bindAddress, bindPort, () => {});
    } catch {
      // Not connected any more.
    }
  };
}

/** A connection into the local network lasts no longer than the right to it. */
function endWithoutRight(socket: Socket, reach: Options["reach"]): void {
  const stop = recheck({ isAllowed: async () => (await reach()).lan, end: () => socket.destroy() });
  socket.once("close", stop);
}

/** `one` is whoever connected. */
function join(one: Duplex, other: Duplex, traffic: Traffic): void {
  traffic.connections++;
  one.on("data", (bytes: Buffer) => (traffic.bytesOut += bytes.length));
  other.on("data", (bytes: Buffer) => (traffic.bytesIn += bytes.length));
  let left = 2;
  const half = () => {
    if (--left === 0) traffic.connections--;
  };
  pipeline(one, other, half);
  pipeline(other, one, half);
}
