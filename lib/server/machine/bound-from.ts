import { readFileSync } from "node:fs";
import { isWithin } from "@/lib/shared/paths";
import { isOfContainer } from "@/lib/server/process/container-process";
import { parseMounts, type MountLine } from "./parse-mounts";

/** Places without links: `source` of this machine, `destination` in the container. */
type Bind = { source: string; destination: string };

/** Whether what a running container has at the destination is what this machine has at the source. False where that cannot be told. */
export function isBoundFrom({ source, destination, ...process }: Bind & { containerId: string; pid: number }): boolean {
  if (!isOfContainer(process)) return false;
  try {
    const [ours, theirs] = ["self", process.pid].map((id) =>
      parseMounts(readFileSync(`/proc/${id}/mountinfo`, "utf8")),
    );
    return isSamePlace({ source, destination }, { ours: ours ?? [], theirs: theirs ?? [] });
  } catch {
    return false;
  }
}

/**
 * By what the kernel says of the mounts of both: a place is the same where it is the same path of the same file system. What is there is not asked, for which a share that hangs
 * in the container would keep us waiting. A mount that was moved, with a link in its place, is listed where it is now, and one whose folder was renamed as that is called now.
 */
export function isSamePlace(
  { source, destination }: Bind,
  { ours, theirs }: { ours: readonly MountLine[]; theirs: readonly MountLine[] },
): boolean {
  const at = theirs.findLastIndex(({ place }) => place === destination);
  const there = theirs[at];
  // What was mounted above it later hides it.
  if (there === undefined || theirs.slice(at + 1).some(({ place }) => isWithin(destination, place))) return false;
  const above = ours.filter(({ place }) => isWithin(source, place));
  const here = above.at(-1);
  return (
    here !== undefined && here.device === there.device && below(here.root, source.slice(startOf(here))) === there.root
  );
}

const startOf = ({ place }: MountLine) => (place === "/" ? 0 : place.length);
const below = (root: string, rest: string) => (root === "/" ? rest || "/" : root + (rest === "/" ? "" : rest));
