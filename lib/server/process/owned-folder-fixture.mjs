import { existsSync, linkSync, mkdtempSync, readFileSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

// What tests leave on a machine says by its name who made it, so that it can be told from what is still in use, and from what is nobody's of ours.

/** A process, told from all that get its number later: number, start, and the namespace in which it has that number. Null where it has ended. */
function ownerOf(pid) {
  try {
    // Its name may hold spaces and parentheses; what follows does not.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return null;
    const [, space = ""] = /\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/ns/pid`)) ?? [];
    return [pid, Number(fields[18]), Number(space)].map((value) => value.toString(36)).join(".");
  } catch {
    return null;
  }
}

/** This process, as names of folders and reservations have it. */
export const ownOwner = ownerOf(process.pid) ?? "none";

/** Whether a process ended that was {@link ownOwner} there; one of another namespace cannot be judged from here. */
export function isGone(owner) {
  const [pid = "", , space] = owner.split(".");
  return space === ownOwner.split(".")[2] && ownerOf(parseInt(pid, 36)) !== owner;
}

/** An empty folder for temporary files, named for what it is of and for this process. */
export function makeOwnedFolder(kind) {
  return mkdtempSync(path.join(tmpdir(), `filedeck-${kind}-${ownOwner}-`));
}

/** Of whom the folder of this name is; null for all that {@link makeOwnedFolder} does not make. */
export function ownerOfFolder(name) {
  return /^filedeck-[a-z0-9]+-([0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+)-[A-Za-z0-9]{6}$/.exec(name)?.[1] ?? null;
}

/** Where each file holds the owner of what its name says. */
export const reservations = path.join(tmpdir(), "filedeck-reserved");

/** Removes a reservation whose owner has ended, and says whether it did. */
export function removeStale(file) {
  if (!isStale(file)) return false;
  // Somebody else may do so, too, and reserve it anew in between: what was taken away is looked at again.
  const aside = `${file}.${ownOwner}`;
  try {
    renameSync(file, aside);
  } catch {
    return false;
  }
  const wasStale = isStale(aside);
  if (!wasStale && !existsSync(file)) linkSync(aside, file);
  rmSync(aside, { force: true });
  return wasStale;
}

function isStale(file) {
  try {
    return isGone(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
