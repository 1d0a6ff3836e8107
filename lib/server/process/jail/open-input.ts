import { constants, fstatSync, openSync } from "node:fs";
import type { PinnedInput } from "./jail-plan";
import { becomeInput, cloneTree, mountFlags, openPlace, restrictTree } from "./native";

const { readOnly, noSuid, noDevices, noPrograms } = mountFlags;

/** The file as it was looked at, by a name without links, as a descriptor that names it. */
function openPinnedInput({ place, id }: PinnedInput): number {
  const fd = openPlace(place);
  const stat = fstatSync(fd, { bigint: true });
  if (`${stat.dev}:${stat.ino}` !== id || !stat.isFile()) throw new Error(`${place} is not what it was`);
  return fd;
}

/**
 * Makes it this process's input. `isReadOnly`: by a mount of its own, through which nobody changes it, whoever opens it anew by /proc/self/fd/0; needs a
 * namespace of mounts that this process may change. Nothing that the disk does here keeps anybody but this process.
 */
export function openInput(input: PinnedInput, { isReadOnly }: { isReadOnly: boolean }): void {
  const place = openPinnedInput(input);
  const named = isReadOnly ? cloneTree(place, { withThoseBelow: false }) : place;
  if (isReadOnly) restrictTree(named, readOnly | noSuid | noDevices | noPrograms, { withThoseBelow: false });
  becomeInput(openSync(`/proc/self/fd/${named}`, constants.O_RDONLY));
}
