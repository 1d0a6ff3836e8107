import { AppError, isAppError } from "@/lib/shared/errors";
import { isWithin, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { EntryStat, Storage } from "@/lib/server/storage/storage";
import { addressOf, callHref, placeOf, type DavCall } from "./dav-call";
import { LockedError } from "./dav-error";
import { findHiddenLocks } from "./hidden-locks";
import { areThereLocks, locksBelow, locksOver, type Lock } from "./locks";
import { parseIf, tokensIn, type IfCondition, type IfList } from "./parse-if";

/**
 * What of an entry a method changes: its `content`; its `name`, so also what its folder holds; or the whole `tree`, which takes
 * away what is below it.
 */
export type Change = { path: VirtualPath; what: "content" | "name" | "tree" };

/**
 * The conditions of a request (RFC 9110 §13, RFC 4918 §10.4) and the locks on what it changes. Throws dav/condition, dav/locked.
 * Gives the ETag that the content must still have when it is replaced.
 */
export async function assertMayChange(call: DavCall, changes: readonly Change[]): Promise<{ ifMatch: string | null }> {
  const { header } = call.wire.exchange;
  const lists = header("if") === undefined ? [] : parseIf(header("if") ?? "");
  const ofIf = lists.length > 0 ? await assertIf(call, lists) : null;
  const ifMatch = (await assertTags(call)) ?? ofIf;
  if (areThereLocks()) await assertUnlocked(call, changes, tokensIn(lists));
  return { ifMatch };
}

/** {@link assertMayChange} again, for when all that was sent has come: whoever sends slowly decides how long that takes. */
export async function assertMayStillChange(call: DavCall, changes: readonly Change[]): Promise<void> {
  const { header } = call.wire.exchange;
  if (areThereLocks() || conditions.some((name) => header(name) !== undefined)) await assertMayChange(call, changes);
}

const conditions = ["if", "if-match", "if-none-match", "if-unmodified-since"] as const;

async function assertTags({ wire, path, ctx }: DavCall): Promise<string | null> {
  const { header } = wire.exchange;
  const [ifMatch, ifNoneMatch, since] = ["if-match", "if-none-match", "if-unmodified-since"].map(header);
  if (ifMatch === undefined && ifNoneMatch === undefined && since === undefined) return null;
  const stat = path === null ? null : await findStat(ctx.storage, path);
  const isListed = (list: string) =>
    stat !== null && (list.trim() === "*" || list.split(",").some((tag) => tag.trim() === stat.etag));
  const sinceMs = Date.parse(since ?? "");
  const isNewer = ifMatch === undefined && stat !== null && Math.floor(stat.mtimeMs / 1000) * 1000 > sinceMs;
  if ((ifMatch !== undefined && !isListed(ifMatch)) || (ifNoneMatch !== undefined && isListed(ifNoneMatch)) || isNewer)
    throw new AppError("dav/condition");
  const isAboutOld = ifMatch !== undefined || !Number.isNaN(sinceMs);
  return isAboutOld && stat?.kind === "file" ? stat.etag : null;
}

/** A client names what it copies from and to, and the folders that hold them; each is looked for on the disk. */
const maxResources = 16;

/** Gives the ETag that the entry of the address has by what is true of it, where a condition asks for one. */
async function assertIf(call: DavCall, lists: readonly IfList[]): Promise<string | null> {
  // Of each resource once, however many lists are about it.
  const states = new Map<string | null, State>();
  for (const list of lists) {
    const state = states.get(list.tag) ?? (await stateOf(call, list.tag));
    states.set(list.tag, state);
    if (states.size > maxResources) throw new AppError("dav/header", { name: "If" });
    if (!list.conditions.every((condition) => holds(condition, state))) continue;
    const isOwn = list.tag === null || findTagged(call, list.tag) === call.path;
    return isOwn ? (list.conditions.find(({ etag, isNot }) => etag !== null && !isNot)?.etag ?? null) : null;
  }
  throw new AppError("dav/condition");
}

type State = { locks: readonly Lock[]; etag: string | null };

function holds({ isNot, token, etag }: IfCondition, state: State): boolean {
  const isThere = token === null ? etag === state.etag : state.locks.some((lock) => lock.token === token);
  return isThere !== isNot;
}

/** Nothing is known of a resource elsewhere: no condition about it holds. */
async function stateOf(call: DavCall, tag: string | null): Promise<State> {
  const path = tag === null ? call.path : findTagged(call, tag);
  if (path === null) return { locks: [], etag: null };
  const { storage } = call.ctx;
  const [place, stat] = await Promise.all([placeOf(storage, path), findStat(storage, path)]);
  return { locks: place === null ? [] : locksOver(place), etag: stat?.etag ?? null };
}

function findTagged(call: DavCall, tag: string): VirtualPath | null {
  try {
    return addressOf(call, tag).path;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

async function assertUnlocked(call: DavCall, changes: readonly Change[], shown: ReadonlySet<string>): Promise<void> {
  for (const { path, what } of changes) {
    const place = await placeOf(call.ctx.storage, path);
    const parent = parentOf(path);
    const folder = what === "content" || parent === null ? null : await placeOf(call.ctx.storage, parent);
    const by = { shown, userId: userIdOf(call.ctx.actor) };
    const met = [
      ...(place === null ? [] : upToOwn(locksOver(place), by)),
      ...(folder === null ? [] : locksOver(folder)),
      ...(place === null || what !== "tree" ? [] : await seenBelow(call.ctx.storage, place)),
    ];
    const blocking = findBlocking(met, by);
    if (blocking !== null) throw new LockedError("dav/locked", lockedHref(blocking, { place, path }));
  }
}

type Holder = { shown: ReadonlySet<string>; userId: string };

const isOwn = (lock: Lock, { shown, userId }: Holder) => lock.userId === userId && shown.has(lock.token);

/**
 * The locks over a place, nearest first, without those that are farther than the caller's own: a deep one above it was given to somebody who must not hear of it, see
 * {@link findHiddenLocks}, and takes nothing from it.
 */
function upToOwn(locks: readonly Lock[], by: Holder): readonly Lock[] {
  const own = locks.find((lock) => isOwn(lock, by));
  return own === undefined ? locks : locks.filter(({ place }) => isWithin(place, own.place));
}

async function seenBelow(storage: Storage, place: string): Promise<readonly Lock[]> {
  const hidden = await findHiddenLocks(storage, place);
  return locksBelow(place).filter(({ token }) => !hidden.has(token));
}

/** Of the locks on one place, which share it, one that is shown and its holder's own is enough. */
function findBlocking(locks: readonly Lock[], by: Holder): Lock | null {
  const isOpened = ({ place }: Lock) => locks.some((lock) => lock.place === place && isOwn(lock, by));
  return locks.find((lock) => !isOpened(lock)) ?? null;
}

/**
 * The address of a lock's own entry, seen from one below it: with as many steps less. For a lock below, and where links make
 * the address another way than the host's, that of the entry asked about: it tells no name that the caller may not see.
 */
export function lockedHref(lock: Lock, { place, path }: { place: string | null; path: VirtualPath }): string {
  if (place === null || !place.startsWith(lock.place) || lock.place === place) return callHref(path, false);
  const stepsUp = place.slice(lock.place === "/" ? 0 : lock.place.length).split("/").length - 1;
  const segments = path.split("/");
  return segments.length <= stepsUp ? callHref(path, false) : callHref(segments.slice(0, -stepsUp).join("/"), false);
}

async function findStat(storage: Storage, path: VirtualPath): Promise<EntryStat | null> {
  try {
    return await storage.stat(path);
  } catch (error) {
    if (isAppError(error) && error.key !== "file/io") return null;
    throw error;
  }
}
