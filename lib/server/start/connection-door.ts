import type { Server } from "node:http";
import type { Socket } from "node:net";
import { shareOfDescriptors } from "@/lib/server/base/descriptors";

type Bounds = { perNetwork: number; inAll: number };

/**
 * Bounds the connections of strangers: of one network, and in all. Where there are too many in all, one that nothing is being answered on makes room,
 * the oldest of the network that has most: a browser opens it again, and somebody new gets in. `networkOf`: null for whoever is not counted.
 */
export function guardConnections(
  server: Server,
  { perNetwork, inAll }: Bounds,
  networkOf: (socket: Socket) => string | null,
): void {
  const networks = new Map<string, Set<Socket>>();
  /** Requests that are being answered, by the other end: with TLS they come on another socket than their connection. */
  const busy = new Map<string, number>();
  let total = 0;

  const endOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const isQuiet = (socket: Socket) => !busy.has(endOf(socket));
  function begin(socket: Socket): () => void {
    const end = endOf(socket);
    busy.set(end, (busy.get(end) ?? 0) + 1);
    return () => {
      const left = (busy.get(end) ?? 1) - 1;
      if (left > 0) busy.set(end, left);
      else busy.delete(end);
    };
  }
  server.prependListener("request", ({ socket }, res) => {
    const end = once(begin(socket));
    res.once("close", end);
    // An answer that waits behind another one is never told that the connection is gone.
    socket.once("close", end);
    res.once("close", () => socket.off("close", end));
  });
  server.prependListener("upgrade", ({ socket }) => void socket.once("close", begin(socket)));

  function makeRoom(): boolean {
    let [found, most]: [Socket | undefined, number] = [undefined, 0];
    for (const own of networks.values()) {
      if (own.size <= most) continue;
      const quiet = firstOf(own, isQuiet);
      if (quiet !== undefined) [found, most] = [quiet, own.size];
    }
    if (found === undefined) return false;
    leave(found);
    found.destroy();
    return true;
  }

  const heldBy = new WeakMap<Socket, string>();
  function leave(socket: Socket): void {
    const network = heldBy.get(socket);
    if (network === undefined) return;
    heldBy.delete(socket);
    total -= 1;
    const own = networks.get(network);
    own?.delete(socket);
    if (own?.size === 0) networks.delete(network);
  }

  server.prependListener("connection", (socket: Socket) => {
    const network = networkOf(socket);
    if (network === null) return;
    const own = networks.get(network);
    if ((own?.size ?? 0) >= perNetwork || (total >= inAll && !makeRoom())) {
      socket.destroy();
      return;
    }
    heldBy.set(socket, network);
    total += 1;
    networks.set(network, (networks.get(network) ?? new Set()).add(socket));
    socket.once("close", () => leave(socket));
  });
}

/** Half of the descriptors that this process may have stay for files, programs and answers. */
export function connectionsInAll(wanted: number): number {
  return shareOfDescriptors(wanted, 1 / 2);
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

function firstOf<T>(items: Iterable<T>, isWanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (isWanted(item)) return item;
  return undefined;
}
