import { randomBytes } from "node:crypto";

/** Of one run, or of a resumable upload, which outlives the run that began it. */
const pattern = /^\.filedeck-(?:([0-9a-f]{16})-[0-9a-f]{16}|upload-[0-9a-f]{32})\.part$/;

/** Id of this process' run: unlike a process id it is never reused, also not across containers that share a folder. */
export const runId = randomBytes(8).toString("hex");

const random = { bytes: Buffer.alloc(0), used: 0 };

/** Not to be guessed: nobody who shares a folder can take the name first. Random bytes come in batches, which costs less. */
export function temporaryName(): string {
  if (random.used === random.bytes.length) Object.assign(random, { bytes: randomBytes(2048), used: 0 });
  const id = random.bytes.toString("hex", random.used, (random.used += 8));
  return `.filedeck-${runId}-${id}.part`;
}

/** The file of a resumable upload: no sweep at start takes it, the record of the upload keeps its name. */
export function partName(id: string): string {
  return `.filedeck-upload-${id}.part`;
}

/** Not to be guessed, as above. */
export function newPartId(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Mode of an empty folder that only reserves a name: mkdir(2) sets it in the same step, and nobody else makes a folder that is
 * sticky and closed to all. (A disk without modes, such as vfat, shows another: there it is not recognised after a kill.)
 */
export const reservationMode = 0o1000;

/** Whether a folder looks like a reservation; set-group-id may be inherited from its parent. */
export function isReservationMode(mode: number): boolean {
  return (mode & 0o5777) === reservationMode;
}

/** Holds what was deleted on its volume; see trash-place.ts. */
export const trashName = ".filedeck-trash";

/** Whether a folder is the server's. Somebody else's of a name of ours could be read, or swapped, by whoever made it. */
export function isOwnFolder(stats: { isDirectory: () => boolean; uid: number; mode: number }): boolean {
  return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0;
}

const prefix = ".filedeck-";
const nonAscii = /[\u0080-\uffff]/;
/** What stands in a name and counts for nothing: a disk that ignores case ignores these as well (Unicode 5.21, ext4's casefold). */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

const firstCounted = /^\p{Default_Ignorable_Code_Point}*(.)/su;

/** A name as a disk that ignores case takes it, or stricter. */
function plainOf(name: string): string {
  return (nonAscii.test(name) ? name.replace(ignorable, "").normalize("NFKC") : name).toLowerCase();
}

/**
 * Whether a name is our own: those are in no listing, cannot be addressed, and nobody makes one by any way in. In the spellings, too, that
 * a disk which ignores case takes for the same.
 */
export function isOwnName(name: string): boolean {
  if (name[0] !== "." && !nonAscii.test(name)) return false;
  // Most do not even begin so: of a whole name, some signs are eighteen others each.
  const [, first = ""] = firstCounted.exec(name) ?? [];
  return first.normalize("NFKC").startsWith(".") && plainOf(name).startsWith(prefix);
}

/** Whether a real path leads into a trash or to an unfinished file, such as by a link that somebody made to it. */
export function isOwnPlace(real: string): boolean {
  const segments = real.split("/");
  return isOwnName(segments.at(-1) ?? "") || segments.some((name) => plainOf(name) === trashName);
}

/** Whether a name is an unfinished file's. */
export function isUnfinishedFile(name: string): boolean {
  return pattern.test(name);
}

/** The run that left an unfinished file, or null for any other name, also for a resumable upload's. */
export function runOfTemporary(name: string): string | null {
  return pattern.exec(name)?.[1] ?? null;
}

/** A folder that gets its own name only when everything is in it. The title is for whoever sees it meanwhile. */
export function unfinishedName(title: string): string {
  // Half a sign is none.
  return `${title.slice(0, 60).replace(/[\uD800-\uDBFF]$/, "")} (unfinished ${randomBytes(6).toString("hex")})`;
}

export function isUnfinishedName(name: string): boolean {
  return / \(unfinished [0-9a-f]{12}\)$/.test(name);
}
