import { lstat, readlink } from "node:fs/promises";

/**
 * `isOpen`: anybody on this machine can write to it, or in a folder replace what others have there. `isOpenToGroup`: those of another group than root's can.
 */
export type Passed = { place: string; uid: number; isOpen: boolean; isOpenToGroup: boolean; isFile: boolean };

/** As many as Linux follows. */
const maxLinks = 40;
const [groupWrites, othersWrite, sticky] = [0o020, 0o002, 0o1000];

/**
 * Every folder and link on the way to a file, by absolute host paths without a link before them, and the file itself at the end. Whoever can change one of
 * them decides what is there. Null where the way leads nowhere.
 */
export async function wayTo(path: string): Promise<Passed[] | null> {
  const passed: Passed[] = [];
  const ahead = partsOf(path);
  let [at, links] = ["", 0];
  for (let part = ahead.shift(); part !== undefined; part = ahead.shift()) {
    if (part === "..") {
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
      continue;
    }
    const place = `${at}/${part}`;
    const stat = await lstat(place).catch(() => null);
    if (stat === null) return null;
    const isLink = stat.isSymbolicLink();
    const isFree = (bit: number) => !isLink && (stat.mode & bit) !== 0 && (stat.mode & sticky) === 0;
    const [isOpen, isOpenToGroup] = [isFree(othersWrite), stat.gid !== 0 && isFree(groupWrites)];
    passed.push({ place, uid: stat.uid, isOpen, isOpenToGroup, isFile: stat.isFile() });
    if (!isLink) {
      at = place;
      continue;
    }
    if (++links > maxLinks) return null;
    const target = await readlink(place).catch(() => null);
    if (target === null) return null;
    ahead.unshift(...partsOf(target));
    if (target.startsWith("/")) at = "";
  }
  return passed;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
