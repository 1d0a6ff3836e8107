import { readFileSync } from "node:fs";
import { linkOf } from "@/lib/server/machine/processes/open-files";
import { processIds } from "@/lib/server/machine/processes/read-processes";
import { mayVisit } from "@/lib/server/machine/processes/visiting";
import { parseMounts, type MountLine } from "@/lib/server/machine/parse-mounts";

/** What a set of mounts other than the machine's, such as a container's, has of a file system. */
export type ForeignMounts = {
  /** Where it is there. */
  places: readonly string[];
  /** One of these that stays when the machine's is unmounted: the device is not free before it is gone as well. */
  keptAt: string | null;
};

const none: ForeignMounts = { places: [], keptAt: null };
/** Containers and sandboxed services; each has one of its own. */
const mostSpaces = 300;

/** Reads what other sets of mounts have of the file system that is mounted at one place of the machine; each set once, by one of its processes. */
export function createForeignMounts(mount: MountLine) {
  const known = new Map<string, ForeignMounts>();
  /** Null: there are too many. `space`: its name, as /proc/<pid>/ns/mnt has it. */
  return function foreignMounts(space: string, pid: number): ForeignMounts | null {
    const before = known.get(space);
    if (before !== undefined) return before;
    if (known.size >= mostSpaces) return null;
    const text = mountsOf(pid);
    const found = text === null ? none : foreignMountsOf(parseMounts(text), mount);
    known.set(space, found);
    return found;
  };
}

/** The numbers of all file systems that any set of mounts has which a process lives in. */
export function numbersMountedAnywhere(): ReadonlySet<string> {
  const [numbers, known] = [new Set<string>(), new Set<string>()];
  for (const pid of processIds()) {
    // One that is not to be asked tells its mounts all the same, only not whose these are: they are read, for what is left out here would be taken for free.
    const space = mayVisit(pid) ? linkOf(`/proc/${pid}/ns/mnt`) : `of ${pid}`;
    if (space === null || known.has(space)) continue;
    const text = mountsOf(pid);
    // Of a process that has ended in this moment another one may be left.
    if (text === null) continue;
    known.add(space);
    for (const { device } of parseMounts(text)) numbers.add(device);
  }
  return numbers;
}

function mountsOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  } catch {
    return null; // it has ended, or is not ours to see
  }
}

export function foreignMountsOf(lines: readonly MountLine[], mount: MountLine): ForeignMounts {
  const same = lines.filter(({ device }) => device === mount.device);
  // What hears of the machine's mount is unmounted with it.
  const follows = ({ shared, master, root }: MountLine) =>
    mount.shared !== null && root === mount.root && (shared === mount.shared || master === mount.shared);
  return { places: same.map(({ place }) => place), keptAt: same.find((line) => !follows(line))?.place ?? null };
}
