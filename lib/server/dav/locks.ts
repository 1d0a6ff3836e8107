import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { decodePath, encodePath, isWithin } from "@/lib/shared/paths";
import type { Db } from "@/lib/server/db/open-db";

/** A write lock (RFC 4918 §6). `place` is a real host path: the same file has the same locks by whatever root it is reached. */
export type Lock = {
  token: string;
  userId: string;
  place: string;
  isDeep: boolean;
  isShared: boolean;
  owner: string;
  expiresAtMs: number;
};

const maxLocks = 5_000;
const maxPerUser = 500;
/** Of one user on one place, where shared ones do not stand against each other. */
const maxShared = 10;
const longestSeconds = 3_600;
const usualSeconds = 600;

/** All that hold, in memory: every change asks. The database has them for the next start. */
const held = new Map<string, Lock>();
/** The same by place: a listing asks for each of its entries. */
const heldAt = new Map<string, Set<string>>();

function hold(lock: Lock): void {
  held.set(lock.token, lock);
  heldAt.set(lock.place, (heldAt.get(lock.place) ?? new Set()).add(lock.token));
}

function letGo(token: string): void {
  const place = held.get(token)?.place ?? "";
  held.delete(token);
  const there = heldAt.get(place);
  there?.delete(token);
  if (there?.size === 0) heldAt.delete(place);
}

export async function loadLocks(db: Db): Promise<void> {
  await db.davLock.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  const rows = await db.davLock.findMany({ take: maxLocks });
  held.clear();
  heldAt.clear();
  for (const { expiresAt, place, ...row } of rows) {
    const host = decodePath(place);
    if (host !== null) hold({ ...row, place: host, expiresAtMs: expiresAt.getTime() });
  }
}

export function areThereLocks(): boolean {
  return held.size > 0;
}

function living(): Lock[] {
  const now = Date.now();
  return [...held.values()].filter(({ expiresAtMs }) => expiresAtMs > now);
}

/** The locks that a place is under: its own and the deep ones above it. */
export function locksOver(place: string): Lock[] {
  if (held.size === 0) return [];
  const found = locksAt(place);
  for (let slash = place.lastIndexOf("/"); slash >= 0; slash = slash === 0 ? -1 : place.lastIndexOf("/", slash - 1)) {
    // The top of a tree may end with its slash.
    for (const above of [place.slice(0, slash), place.slice(0, slash + 1)])
      if (above !== place) found.push(...locksAt(above).filter(({ isDeep }) => isDeep));
  }
  return found;
}

function locksAt(place: string): Lock[] {
  const now = Date.now();
  const locks = [...(heldAt.get(place) ?? [])].flatMap((token) => held.get(token) ?? []);
  return locks.filter(({ expiresAtMs }) => expiresAtMs > now);
}

export function locksBelow(place: string): Lock[] {
  return held.size === 0 ? [] : living().filter((lock) => lock.place !== place && isWithin(lock.place, place));
}

/** A Timeout header's seconds, within what this server gives. */
export function parseTimeout(header: string | undefined): number {
  const wanted = /^\s*(?:Second-(\d{1,10})|Infinite)/i.exec(header ?? "");
  if (wanted === null) return usualSeconds;
  const seconds = wanted[1] === undefined ? longestSeconds : Number(wanted[1]);
  return Math.min(Math.max(seconds, 1), longestSeconds);
}

type NewLock = Pick<Lock, "userId" | "place" | "isDeep" | "isShared" | "owner"> & {
  seconds: number;
  /** See {@link findConflict}. */
  hidden: ReadonlySet<string>;
};

/** The first lock that stands against a new one; null where there is none. `hidden`: tokens of those below that the caller must not hear of. */
export function findConflict(
  { place, isDeep, isShared }: Pick<Lock, "place" | "isDeep" | "isShared">,
  hidden: ReadonlySet<string>,
): Lock | null {
  const below = isDeep ? locksBelow(place).filter(({ token }) => !hidden.has(token)) : [];
  const met = [...locksOver(place), ...below];
  return met.find((lock) => !isShared || !lock.isShared) ?? null;
}

/** Null where another lock stands against it. Throws dav/full past what one user, or all, may hold. */
export async function addLock(db: Db, { seconds, hidden, ...wanted }: NewLock): Promise<Lock | null> {
  await forget(db, ({ expiresAtMs }) => expiresAtMs <= Date.now());
  const all = [...held.values()];
  if (all.length >= maxLocks || all.filter(({ userId }) => userId === wanted.userId).length >= maxPerUser)
    throw new AppError("dav/full");
  if (locksAt(wanted.place).filter(({ userId }) => userId === wanted.userId).length >= maxShared)
    throw new AppError("dav/full");
  if (findConflict(wanted, hidden) !== null) return null;
  const lock = { ...wanted, token: `urn:uuid:${randomUUID()}`, expiresAtMs: Date.now() + seconds * 1000 };
  // First here, without a pause since the question above: two who ask at once must not both have it.
  hold(lock);
  const { expiresAtMs, place, ...row } = lock;
  try {
    await db.davLock.create({ data: { ...row, place: encodePath(place), expiresAt: new Date(expiresAtMs) } });
  } catch (error) {
    // Nobody has its token.
    letGo(lock.token);
    throw error;
  }
  return lock;
}

export async function refreshLock(db: Db, lock: Lock, seconds: number): Promise<Lock> {
  const expiresAtMs = Date.now() + seconds * 1000;
  const fresh = { ...lock, expiresAtMs };
  hold(fresh);
  await db.davLock.updateMany({ where: { token: lock.token }, data: { expiresAt: new Date(expiresAtMs) } });
  return fresh;
}

export function removeLock(db: Db, token: string): Promise<void> {
  return forget(db, (lock) => lock.token === token);
}

/** What was deleted or moved away takes its locks along: they stay with the address, which is nobody's now. */
export async function removeLocksAt(db: Db, places: readonly string[]): Promise<void> {
  if (!areThereLocks()) return;
  const gone = new Set(places);
  await forget(db, (lock) => isAtOrBelow(lock.place, gone));
}

export function holdersOfLocks(): string[] {
  return [...new Set([...held.values()].map(({ userId }) => userId))];
}

export async function removeLocksOf(db: Db, userIds: ReadonlySet<string>): Promise<void> {
  await forget(db, ({ userId }) => userIds.has(userId));
}

/** Goes up from the place: there may be many others. */
function isAtOrBelow(place: string, others: ReadonlySet<string>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1))
    if (others.has(place.slice(0, end))) return true;
  return false;
}

async function forget(db: Db, isMeant: (lock: Lock) => boolean): Promise<void> {
  const tokens = [...held.values()].filter(isMeant).map(({ token }) => token);
  if (tokens.length === 0) return;
  for (const token of tokens) letGo(token);
  await db.davLock.deleteMany({ where: { token: { in: tokens } } });
}
