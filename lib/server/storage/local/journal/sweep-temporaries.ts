import { readFile, rename, writeFile } from "node:fs/promises";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, fromLatin1, parentOfHost, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { startOf, type JournalLine } from "./journal";
import type { RelativeName } from "./place-entry";
import { isGone, nameOfHost, openRecorded } from "./recorded";
import { createRunQuestion } from "./run-lock";
import { isPlaceholder, sweepPlaceholders } from "./sweep-placeholders";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isReservationMode, isUnfinishedName, runId, runOfTemporary } from "@/lib/server/storage/own-names";

/**
 * Removes what killed runs of this journal left behind; call once at start, before anything writes. Only files that carry
 * the id of a run of this very journal that has ended are touched, so another server that shares a folder keeps its own.
 */
export async function sweepTemporaries(journalPath: string): Promise<{ removed: number }> {
  const lines = parseLines(await readFile(journalPath, "utf8").catch(emptyIfMissing));
  const running = await runningRuns(journalPath, lines);
  const ended = new Set(lines.map((line) => line.run).filter((run) => !running.has(run)));
  const kept = lines.filter((line) => running.has(line.run));
  const folders = new Set<string>();
  const moves: MovedLine[] = [];
  let removed = 0;
  // What was to be moved over one is there still, before the unfinished files go.
  const placeholders = await sweepPlaceholders(lines.filter((line) => !running.has(line.run)));
  removed += placeholders.removed;
  kept.push(...placeholders.kept);
  for (const line of lines) {
    if (running.has(line.run)) continue;
    try {
      if ("reserved" in line) removed += await removeReservation(line);
      if ("unfinished" in line) removed += await removeUnfinished(line.unfinished);
      if ("moved" in line) moves.push(line);
      if (!("dir" in line) || folders.has(line.dir)) continue;
      folders.add(line.dir);
      removed += await sweepFolder(line.dir, ended);
    } catch (error) {
      // Vanished: nothing to do. Anything else, such as a disk that does not answer: again at the next start.
      if (!isGone(error)) kept.push(line);
    }
  }
  // Once the unfinished files in them are gone.
  for (const line of moves) {
    try {
      removed += await removeStump(line);
    } catch (error) {
      if (!isGone(error)) kept.push(line);
    }
  }
  // Another server may be adding to it: then the lines of ended runs are looked at once more, at the next start.
  const isAlone = running.size === 1;
  if (lines.length > 0 && isAlone) await rewrite(journalPath, kept);
  return { removed };
}

type MovedLine = Extract<JournalLine, { moved: string }>;

function emptyIfMissing(error: unknown): string {
  if (isErrno(error, "ENOENT")) return "";
  throw error;
}

function parseLines(text: string): JournalLine[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isLine(value) ? [value] : [];
    } catch {
      return []; // empty, or cut short by the kill
    }
  });
}

function isLine(value: unknown): value is JournalLine {
  if (typeof value !== "object" || value === null || !("run" in value) || typeof value.run !== "string") return false;
  if ("dir" in value) return typeof value.dir === "string";
  if ("unfinished" in value) return typeof value.unfinished === "string";
  if ("moved" in value) return typeof value.moved === "string" && "from" in value && typeof value.from === "string";
  if ("reserved" in value) return typeof value.reserved === "string";
  if ("placed" in value) return typeof value.placed === "number";
  if ("placeholder" in value) return isPlaceholder(value);
  return "pid" in value && typeof value.pid === "number" && "start" in value && typeof value.start === "string";
}

/** The runs that are at work, our own among them: the kernel says so of those that hold a lock, of others their process. */
async function runningRuns(journalPath: string, lines: readonly JournalLine[]): Promise<Set<string>> {
  const running = new Set([runId]);
  const begun = lines.filter((line) => "pid" in line);
  const question = begun.some(({ locked }) => locked) ? await createRunQuestion(journalPath) : null;
  for (const { run, pid, start, locked } of begun) {
    const isLocked = locked ? ((await question?.isAtWork(run)) ?? null) : null;
    if (isLocked ?? (start !== "" && (await startOf(pid)) === start)) running.add(run);
  }
  await question?.close();
  return running;
}

async function sweepFolder(realPath: string, ended: ReadonlySet<string>): Promise<number> {
  const fd = await openRecorded(realPath);
  if (fd === null) return 0;
  let removed = 0;
  try {
    for (const raw of await sys.readdir(fd)) {
      const run = runOfTemporary(raw);
      if (run === null || !ended.has(run)) continue;
      const path = childPath(fd, fromLatin1(raw));
      if (!(await sys.lstat(path)).isFile()) continue;
      await sys.unlink(path);
      removed++;
    }
  } finally {
    await closeQuietly(fd);
  }
  return removed;
}

async function removeReservation(line: { reserved: string }): Promise<number> {
  const fd = await openRecorded(parentOfHost(line.reserved));
  if (fd === null) return 0;
  try {
    const path = childPath(fd, nameOfHost(line.reserved));
    const stats = await sys.lstat(path);
    // Once the real folder is in its place, or where the name was taken before, the mode is another.
    if (!stats.isDirectory() || !isReservationMode(stats.mode)) return 0;
    return (await removeEmpty(path)) ? 1 : 0; // else somebody uses it
  } finally {
    await closeQuietly(fd);
  }
}

/** Once it is finished it has another name. */
async function removeUnfinished(realPath: string): Promise<number> {
  const name = nameOfHost(realPath);
  const fd = isUnfinishedName(name) ? await openRecorded(parentOfHost(realPath)) : null;
  if (fd === null) return 0;
  try {
    await removeAll(fd, name);
    return 1;
  } finally {
    await closeQuietly(fd);
  }
}

/** What was moved there stays, as it may be nowhere else: only folders go that are empty and stand where they came from as well. */
async function removeStump({ moved, from }: MovedLine): Promise<number> {
  const name = nameOfHost(moved);
  const fd = isUnfinishedName(name) ? await openRecorded(parentOfHost(moved)) : null;
  if (fd === null) return 0;
  const source = from.startsWith("/") ? await openRecorded(parentOfHost(from)).catch(() => null) : null;
  try {
    const path = childPath(fd, name);
    const folder = await sys.open(path, openFlags.folderNoFollow);
    try {
      const twin = source === null ? null : { fd: source, name: nameOfHost(from) };
      for (const raw of await sys.readdir(folder)) await removeTwin({ fd: folder, name: fromLatin1(raw) }, twin);
    } finally {
      await closeQuietly(folder);
    }
    return (await removeEmpty(path)) ? 1 : 0;
  } finally {
    await closeQuietly(fd);
    if (source !== null) await closeQuietly(source);
  }
}

async function removeTwin(one: RelativeName, twin: RelativeName | null): Promise<void> {
  const path = childPath(one.fd, one.name);
  if (twin === null || !(await sys.lstat(path)).isDirectory()) return;
  const other = await sys.open(childPath(twin.fd, twin.name), openFlags.folderNoFollow).catch(() => null);
  if (other === null) return;
  const fd = await sys.open(path, openFlags.folderNoFollow);
  try {
    for (const raw of await sys.readdir(fd)) {
      const name = fromLatin1(raw);
      await removeTwin({ fd, name }, { fd: other, name });
    }
  } finally {
    await closeQuietly(fd);
    await closeQuietly(other);
  }
  await removeEmpty(path);
}

async function removeEmpty(path: FsPath): Promise<boolean> {
  try {
    await sys.rmdir(path);
    return true;
  } catch (error) {
    if (isErrno(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
}

/** Through open folders, so that a link that is put in the way leads nowhere. */
async function removeAll(parent: number, name: string): Promise<void> {
  const path = childPath(parent, name);
  if (!(await sys.lstat(path)).isDirectory()) return sys.unlink(path);
  const fd = await sys.open(path, openFlags.folder);
  try {
    for (const raw of await sys.readdir(fd)) await removeAll(fd, fromLatin1(raw));
  } finally {
    await closeQuietly(fd);
  }
  return sys.rmdir(path);
}

async function rewrite(journalPath: string, lines: readonly JournalLine[]): Promise<void> {
  const next = `${journalPath}.new`;
  await writeFile(next, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  await rename(next, journalPath);
}
