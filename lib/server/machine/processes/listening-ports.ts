import { readSockets } from "./read-sockets";
import { socketsOf } from "./open-files";
import { mayVisit } from "./visiting";

/**
 * Which ports processes listen at, by pid: TCP, and UDP that is bound without a peer. Only in the network of the server itself: what a container has inside
 * is told by its published ports. All descriptors are looked through, some 3 µs each, when there is a socket that was not there before.
 */
export function createPortReader(): (pids: readonly number[]) => ReadonlyMap<number, readonly number[]> {
  /** Whose a socket is, by its inode; null for one that nobody here has. One that may be that of a process which was not asked is looked for again. */
  let owners = new Map<number, readonly number[] | null>();
  return (pids) => {
    const listening = readSockets("self").filter(({ isListening }) => isListening);
    if (listening.some(({ inode }) => !owners.has(inode))) {
      const { found, isWhole } = findOwners(pids, new Set(listening.map(({ inode }) => inode)));
      owners = isWhole ? new Map(listening.map(({ inode }) => [inode, found.get(inode) ?? null])) : found;
    }
    const ports = new Map<number, Set<number>>();
    for (const { inode, port } of listening)
      for (const pid of owners.get(inode) ?? []) ports.set(pid, (ports.get(pid) ?? new Set()).add(port));
    return new Map([...ports].map(([pid, numbers]) => [pid, [...numbers].toSorted((a, b) => a - b)]));
  };
}

function findOwners(pids: readonly number[], wanted: ReadonlySet<number>) {
  const found = new Map<number, number[]>();
  let isWhole = true;
  for (const pid of pids) {
    if (!mayVisit(pid)) {
      isWhole = false;
      continue;
    }
    for (const inode of socketsOf(pid)) if (wanted.has(inode)) found.set(inode, [...(found.get(inode) ?? []), pid]);
  }
  return { found, isWhole };
}
