import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { nameByteLength, maxNameBytes, type EntryName } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import type { Conflict } from "@/lib/server/storage/storage";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { isStatus, nullIfMissing, statusCodes } from "./protocol/sftp-status";
import { digestOf } from "./content-digest";
import { etagOf, kindOf, timesOf } from "./sftp-entry";
import { placeAt } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { giveName, type Keeping } from "./keep-replaced";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";

/** FAT keeps times to two seconds. It only says which files are worth comparing. */
const timeToleranceMs = 2_000;

export type Commit = {
  conflict: Conflict;
  ifMatch?: string | undefined;
  keeping: Keeping;
  /** What was sent, if a file that has it already is to be taken for it (WriteOptions.takesSame). */
  sent: { digest: string; sizeBytes: number; mtimeMs: number } | null;
  /** Last of all before the name: sees what is replaced. */
  seal: (replaced: SftpAttributes | null) => Promise<SftpAttributes>;
};

/** `isSame`: what was to be written is there already. `isNew`: nothing gave way. */
export type Committed = { name: EntryName; attributes: SftpAttributes; isSame: boolean; isNew: boolean };

/** Gives a finished temporary file its name. What it was to replace stays whole until it does; nothing is overwritten that was not seen. */
export async function commitFile(
  resolver: SftpResolver,
  location: Location,
  { temporary, ...commit }: Commit & { temporary: string },
): Promise<Committed> {
  if (commit.conflict === "replace") return replaceFile(resolver, location, { temporary, ...commit });
  let sealed: SftpAttributes | null = null;
  for (const name of commit.conflict === "rename" ? freeNames(location.name) : [location.name]) {
    const candidate = { ...location, name };
    const standing = await lookUp(candidate);
    if (standing !== null) {
      const same = await findSame(candidate, standing, commit);
      if (same !== null) return same;
      continue;
    }
    sealed ??= await commit.seal(null);
    if (await renameToFree(location, temporary, pathIn(candidate))) return { name, attributes: sealed, ...isMade };
    const taken = await lookUp(candidate);
    const same = taken === null ? null : await findSame(candidate, taken, commit);
    if (same !== null) return same;
  }
  throw new AppError("file/exists");
}

type Replacing = Commit & { temporary: string };

const isMade = { isSame: false, isNew: true } as const;

async function replaceFile(resolver: SftpResolver, location: Location, commit: Replacing): Promise<Committed> {
  const { name } = location;
  const { temporary, ifMatch, keeping } = commit;
  const target = pathIn(location);
  let sealed: SftpAttributes | null = null;
  // Once, for it closes the file, and before what stands there is put aside: it takes its time.
  const seal = async (standing: SftpAttributes | null) => (sealed ??= await commit.seal(standing));
  const { done } = await giveName<Committed>(resolver, location, keeping, {
    comes: temporary,
    async meet(standing) {
      assertReplaceable(standing);
      await assertUnchanged(resolver, location, standing, ifMatch);
      const same = standing === null ? null : await findSame(location, standing, commit);
      if (same === null) await seal(standing);
      return same;
    },
    async free() {
      const attributes = await seal(null);
      return (await renameToFree(location, temporary, target)) ? { name, attributes, ...isMade } : null;
    },
    async over() {
      const attributes = await seal(null);
      await renameOver(location, temporary, target);
      return { name, attributes, isSame: false, isNew: false };
    },
  });
  return done;
}

export function assertReplaceable(standing: SftpAttributes | null): void {
  const kind = standing === null ? "file" : kindOf(standing);
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind === "special") throw new AppError("file/special");
}

/** By the ETag, and by the content too where that is known: see {@link SeenContents}. */
export async function assertUnchanged(
  { shared: { seen } }: SftpResolver,
  location: Location,
  standing: SftpAttributes | null,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  const etag = standing === null ? "" : etagOf(standing);
  const { session } = location.host;
  const place = placeAt(location.host, pathIn(location));
  const known = etag === ifMatch ? seen.find(place, etag) : null;
  const isSame = known === null || known === (await digestOf(session, pathIn(location), standing?.sizeBytes ?? 0));
  if (etag !== ifMatch || !isSame) throw new AppError("file/changed", {}, { detail: { etag } });
}

/** The very file that was sent, if it is there already. */
async function findSame(location: Location, standing: SftpAttributes, { sent }: Commit): Promise<Committed | null> {
  const { sizeBytes = 0, mtimeS = 0 } = standing;
  if (sent === null || kindOf(standing) !== "file" || sizeBytes !== sent.sizeBytes) return null;
  if (Math.abs(mtimeS - timesOf(sent.mtimeMs).mtimeS) * 1000 >= timeToleranceMs) return null;
  const digest = await digestOf(location.host.session, pathIn(location), sizeBytes);
  return digest === sent.digest ? { name: location.name, attributes: standing, isSame: true, isNew: false } : null;
}

/** False: the name is taken. The server refuses that by itself, in one step for files (OpenSSH links and then removes the old name). */
export async function renameToFree(
  { host: { session } }: Pick<Location, "host">,
  from: string,
  to: string,
): Promise<boolean> {
  try {
    await session.rename(from, to);
    return true;
  } catch (error) {
    if (!isStatus(error, statusCodes.failure, 11)) throw error;
    if ((await session.lstat(to).catch(nullIfMissing)) === null) throw error;
    return false;
  }
}

/**
 * To a name that nothing else gets, so that nothing is replaced: the way in one step is the better one. OpenSSH's plain rename gives a file a second name and removes the
 * first, and may be ended between the two. One that reports an error may have gone through: the names tell.
 */
export async function renameUnmet(session: SftpSession, from: string, to: string): Promise<void> {
  const isOneStep = session.offers("posix-rename@openssh.com");
  try {
    await (isOneStep ? session.posixRename(from, to) : session.rename(from, to));
  } catch (error) {
    const look = (path: string) => session.lstat(path).then(() => true, nullIfMissing);
    const [isLeft, isThere] = await Promise.all([look(from), look(to)]).catch(() => [null, null]);
    if (isThere === null || (isLeft !== null && !isOneStep)) throw error;
  }
}

/**
 * Puts a file in the place of another. Where the server cannot in one step, the old one gets a name beside it that everybody can see, for in between the connection may
 * end: then it is there under that name.
 */
export async function renameOver(
  { host: { session } }: Pick<Location, "host">,
  from: string,
  to: string,
): Promise<void> {
  if (session.offers("posix-rename@openssh.com")) return session.posixRename(from, to);
  const aside = asideOf(to);
  await session.rename(to, aside);
  try {
    await session.rename(from, to);
  } catch (error) {
    await session.rename(aside, to).catch(() => {}); // taken meanwhile, or the session is over: it keeps the other name
    throw error;
  }
  await session.remove(aside);
}

function asideOf(path: string): string {
  const end = ` (before ${randomBytes(6).toString("hex")})`;
  const slash = path.lastIndexOf("/") + 1;
  let stem = path.slice(slash);
  while (nameByteLength(stem + end) > maxNameBytes) stem = Array.from(stem).slice(0, -1).join("");
  return path.slice(0, slash) + stem + end;
}
