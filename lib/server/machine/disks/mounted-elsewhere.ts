import { parseMounts, type MountLine } from "@/lib/server/machine/parse-mounts";
import { textOf } from "@/lib/server/machine/text-file";

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
  return async function foreignMounts(space: string, pid: number): Promise<ForeignMounts | null> {
    const before = known.get(space);
    if (before !== undefined) return before;
    if (known.size >= mostSpaces) return null;
    const text = await textOf(`/proc/${pid}/mountinfo`);
    const found = text === null ? none : foreignMountsOf(parseMounts(text), mount);
    known.set(space, found);
    return found;
  };
}

export function foreignMountsOf(lines: readonly MountLine[], mount: MountLine): ForeignMounts {
  const same = lines.filter(({ device }) => device === mount.device);
  // What hears of the machine's mount is unmounted with it.
  const follows = ({ shared, master, root }: MountLine) =>
    mount.shared !== null && root === mount.root && (shared === mount.shared || master === mount.shared);
  return { places: same.map(({ place }) => place), keptAt: same.find((line) => !follows(line))?.place ?? null };
}
