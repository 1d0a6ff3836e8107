import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { randomId } from "@/lib/shared/units";

type Opened = {
  userId: string;
  path: string;
  encoding: ArchiveEncoding | undefined;
  password: string | undefined;
  usedMs: number;
};

const keptMs = 3_600_000;
const [maxPerUser, maxKept] = [50, 500];

/** What was said when an archive was opened, so that its password is in no address. In memory only. */
const opened = new Map<string, Opened>();

export function rememberArchive(archive: Omit<Opened, "usedMs">, nowMs = Date.now()): string {
  const own = [...opened].filter(([, { userId }]) => userId === archive.userId);
  if (own.length >= maxPerUser) opened.delete(own[0]?.[0] ?? "");
  for (const [id, { usedMs }] of opened) if (nowMs - usedMs > keptMs || opened.size >= maxKept) opened.delete(id);
  const id = randomId(24);
  opened.set(id, { ...archive, usedMs: nowMs });
  return id;
}

/** Null for what is forgotten, another user's, or another archive. */
export function findArchive(
  id: string,
  { userId, path }: Pick<Opened, "userId" | "path">,
  nowMs = Date.now(),
): Pick<Opened, "encoding" | "password"> | null {
  const found = opened.get(id);
  if (found === undefined || found.userId !== userId || found.path !== path || nowMs - found.usedMs > keptMs)
    return null;
  // Used last: it goes last.
  opened.delete(id);
  opened.set(id, { ...found, usedMs: nowMs });
  return found;
}
