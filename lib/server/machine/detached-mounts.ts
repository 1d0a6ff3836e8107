import { readdirSync, readFileSync } from "node:fs";

/** Of more descriptors than these it takes too long to be told where each is. */
const mostLooked = 2_000;
const mostKnown = 1_000;

/** By their numbers, with where they were: mounts that may hang and are in no table any more. Who has something open there has it still ("umount -l"). */
const detached = new Map<number, string>();

/** `present`: the numbers in the table. A number is given again as soon as nobody has anything open on the mount that had it. */
export function noteDetached(mounts: Iterable<readonly [number, string]>, present: ReadonlySet<number>): void {
  for (const [id, place] of mounts) detached.set(id, place);
  for (const id of present) detached.delete(id);
  for (const id of detached.keys()) {
    if (detached.size <= mostKnown) break;
    detached.delete(id);
  }
}

export const areAnyDetached = () => detached.size > 0;

/** Where such a mount was. */
export const placeWhenMounted = (id: number) => detached.get(id);

/** The number of the mount that a descriptor of this process is on, as in `mountinfo`; null: it is closed. Asks nothing but the kernel's own memory. */
export function mountIdOf(fd: number | string): number | null {
  try {
    const [, id] = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1")) ?? [];
    return id === undefined ? null : Number(id);
  } catch {
    return null;
  }
}

/** Forgets those on which this process has nothing open any more. At once: what is opened from something open has that open until then. */
export function forgetLeft(): void {
  const names = readdirSync("/proc/self/fd");
  if (names.length > mostLooked) return;
  const used = new Set(names.map(mountIdOf));
  for (const id of detached.keys()) if (!used.has(id)) detached.delete(id);
}
