import { nextSlice } from "@/lib/server/base/next-slice";
import { readSockets } from "./read-sockets";
import { socketsOf } from "./open-files";

const perSlice = 20;

/**
 * Which ports processes listen at, by pid: TCP, and UDP that is bound without a peer. Only in the network of the server itself: what a container has inside
 * is told by its published ports. All descriptors are looked through, some 3 µs each, when there is a socket that was not there before.
 */
export function createPortReader(): (pids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>> {
  /** Whose a socket is, by its inode; null for one that nobody here has. */
  let owners = new Map<number, readonly number[] | null>();
  return async (pids) => {
    const listening = readSockets("self").filter(({ isListening }) => isListening);
    if (listening.some(({ inode }) => !owners.has(inode))) {
      const found = await findOwners(pids, new Set(listening.map(({ inode }) => inode)));
      owners = new Map(listening.map(({ inode }) => [inode, found.get(inode) ?? null]));
    }
    const ports = new Map<number, Set<number>>();
    for (const { inode, port } of listening)
      for (const pid of owners.get(inode) ?? []) ports.set(pid, (ports.get(pid) ?? new Set()).add(port));
    return new Map([...ports].map(([pid, numbers]) => [pid, [...numbers].toSorted((a, b) => a - b)]));
  };
}

async function findOwners(pids: readonly number[], wanted: ReadonlySet<number>): Promise<Map<number, number[]>> {
  const owners = new Map<number, number[]>();
  let left = perSlice;
  for (const pid of pids) {
    if (left-- === 0) {
      left = perSlice;
      await nextSlice();
    }
    for (const inode of socketsOf(pid)) if (wanted.has(inode)) owners.set(inode, [...(owners.get(inode) ?? []), pid]);
  }
  return owners;
}
