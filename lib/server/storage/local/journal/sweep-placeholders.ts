import { childPath, parentOfHost } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import type { JournalLine } from "./journal";
import { isGone, nameOfHost, openRecorded } from "./recorded";

type PlaceholderLine = Extract<JournalLine, { placeholder: string }>;
type Swept = { removed: number; kept: PlaceholderLine[] };

/** As a disk writes times, to two seconds at worst. */
const sameTimeMs = 2_000;

/** Whether a line of the journal says all of one. Those from before say of no file when it was made: it could be anybody's by now. */
export function isPlaceholder(value: object): boolean {
  const { placeholder, from, madeMs, number } = value as Record<string, unknown>; // an object of JSON
  return [placeholder, from].every((one) => typeof one === "string") && [madeMs, number].every(Number.isFinite);
}

/**
 * Frees the names that ended runs had reserved with empty files and not used: one that stands as it was made, while what was to be moved over it is still where it was. Those
 * that could not be looked at are `kept`.
 */
export async function sweepPlaceholders(lines: readonly JournalLine[]): Promise<Swept> {
  const placed = new Set(lines.flatMap((line) => ("placed" in line ? [`${line.run} ${line.placed}`] : [])));
  const left = lines
    .filter((line) => "placeholder" in line)
    .filter(({ run, number }) => !placed.has(`${run} ${number}`));
  const swept: Swept = { removed: 0, kept: [] };
  // Each folder is opened once.
  const byFolders = new Map<string, PlaceholderLine[]>();
  for (const line of left) {
    const folders = JSON.stringify([line.placeholder, line.from].map(parentOfHost));
    const group = byFolders.get(folders) ?? [];
    byFolders.set(folders, group);
    group.push(line);
  }
  for (const group of byFolders.values()) {
    try {
      await sweepGroup(group, swept);
    } catch (error) {
      if (!isGone(error)) swept.kept.push(...group);
    }
  }
  return swept;
}

/** Lines with the same two folders. */
async function sweepGroup(group: readonly PlaceholderLine[], swept: Swept): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const from = await openRecorded(parentOfHost(first.from));
  if (from === null) return;
  try {
    const fd = await openRecorded(parentOfHost(first.placeholder));
    if (fd === null) return;
    try {
      for (const line of group) {
        try {
          if (await removePlaceholder(line, { fd, from })) swept.removed++;
        } catch (error) {
          if (!isGone(error)) swept.kept.push(line);
        }
      }
    } finally {
      await closeQuietly(fd);
    }
  } finally {
    await closeQuietly(from);
  }
}

/** Once the file is in its place it has no other name, and is not empty. */
async function removePlaceholder(line: PlaceholderLine, { fd, from }: { fd: number; from: number }): Promise<boolean> {
  const path = childPath(fd, nameOfHost(line.placeholder));
  const stats = await sys.lstat(path);
  if (!stats.isFile() || stats.size > 0 || Math.abs(stats.mtimeMs - line.madeMs) > sameTimeMs) return false;
  if ((await sys.lstat(childPath(from, nameOfHost(line.from)))).size === 0) return false;
  await sys.unlink(path);
  return true;
}
