import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { AppError } from "@/lib/shared/errors";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { keptPorts } from "@/lib/server/docker/kept-ports";
import { isPermitted, portRange, rangeParams } from "@/lib/server/docker/port-range";
import { areSame, isAt, portsAround, type Port } from "./assert-ports";

type Owner = Pick<Actor, "isRoot" | "userId" | "tokenId" | "scopes">;
type Wanted = Pick<ContainerSpec, "name" | "ports">;

/**
 * The same ports, with one that is free and stays in place of each that Docker would choose at each start: it takes them one after the other from where anybody's may be that has stopped.
 * Administrators' stay as they are. Throws docker/no-free-port and docker/unknown-neighbors.
 */
export async function choosePorts(owner: Owner, { name, ports }: Wanted): Promise<ContainerSpec["ports"]> {
  if (owner.isRoot || ports.every(({ outside }) => outside !== null)) return ports;
  const { own, others, unsure } = await portsAround(owner, { name, daemon: await findDaemon(name) });
  if ([...own, ...unsure].some((one) => one.ports === null)) throw new AppError("docker/unknown-neighbors");
  const taken = [...own, ...others, ...unsure].flatMap((container) => container.ports ?? []);
  // Their own forwards listen there as well.
  const kept = await keptPorts();
  const { first, last } = portRange.get();
  const size = last - first + 1;
  // Two that are made at the same time are not to get the same one.
  const begin = Math.floor(Math.random() * size);
  let at = 0;
  const chosen: Port[] = ports.filter(({ outside }) => outside !== null);
  const isFree = async (port: Port) =>
    isPermitted(port.outside ?? 0) &&
    !taken.some((other) => areSame(port, other)) &&
    !chosen.some((other) => areSame(port, other)) &&
    !kept.some((one) => isAt(port, one)) &&
    (await isQuiet(port));
  const choose = async (port: Port): Promise<Port> => {
    while (at < size) {
      const found = { ...port, outside: first + ((begin + at++) % size) };
      if (!(await isFree(found))) continue;
      chosen.push(found);
      return found;
    }
    throw new AppError("docker/no-free-port", { name, ...rangeParams() });
  };
  const all: Port[] = [];
  for (const port of ports) all.push(port.outside === null ? await choose(port) : port);
  return all;
}

/** Whether nothing listens there by any address, as far as can be seen from here. */
async function isQuiet({ outside, protocol }: Port): Promise<boolean> {
  const port = outside ?? 0;
  for (const host of ["0.0.0.0", "::"]) if (!(await canListen(protocol, host, port))) return false;
  return true;
}

async function canListen(protocol: Port["protocol"], host: string, port: number): Promise<boolean> {
  // What listens by the third protocol cannot be tried.
  if (protocol === "sctp") return true;
  const socket =
    protocol === "udp"
      ? createSocket({ type: host === "::" ? "udp6" : "udp4", ipv6Only: true }).bind({ address: host, port })
      : createServer().listen({ host, port, ipv6Only: true });
  try {
    await once(socket, "listening");
  } catch (error) {
    // A machine without that version of the protocol has nothing there.
    return error instanceof Error && "code" in error && error.code !== "EADDRINUSE";
  }
  socket.close();
  await once(socket, "close");
  return true;
}
