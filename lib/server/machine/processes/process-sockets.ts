import { socketsOf } from "./open-files";
import type { NetSocket } from "./parse-sockets";
import { readSockets } from "./read-sockets";

/** The sockets of a process: those that listen first. */
export function connectionsOf(pid: number): NetSocket[] {
  const own = new Set(socketsOf(pid));
  if (own.size === 0) return [];
  return readSockets(pid)
    .filter(({ inode }) => own.has(inode))
    .toSorted((a, b) => Number(b.isListening) - Number(a.isListening) || a.port - b.port);
}
