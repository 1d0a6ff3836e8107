import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ShareLimits } from "@/lib/contracts/share";
import { AppError, isAppError } from "@/lib/shared/errors";
import { splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Permission } from "@/lib/shared/permissions";
import type { ShareMode } from "@/lib/shared/share-modes";
import { getApp } from "@/lib/server/runtime/app";
import { askerOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import type { Db } from "@/lib/server/db/open-db";
import { holderOf } from "@/lib/server/http/holder-of";
import { findUserActor } from "@/lib/server/session/find-actor";
import { assertNotThrottled, countFailure, guessKey } from "@/lib/server/session/throttle";
import { scopesOn } from "@/lib/server/setting/elsewhere";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { accessOf } from "@/lib/server/storage/scope";
import type { Root, Storage } from "@/lib/server/storage/storage";
import { hideLinkTexts } from "./hide-link-texts";
import { findShared, sharedEntries, type SharedEntry } from "./share-entries";
import { storedShare } from "./stored-share";
import { assertUnlocked } from "./unlock-share";

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;
export type OpenShare = {
  row: ShareRow;
  mode: ShareMode;
  limits: ShareLimits;
  storage: Storage;
  items: readonly Root[];
  /** Whether the owner may write what has this place id, if it is there or not. */
  mayWrite: (place: string) => boolean;
};

const keptMs = 5_000;
const maxKept = 500;
type Opened = Pick<OpenShare, "storage" | "items" | "mayWrite">;
type Kept = { owner: Actor; updated: string; madeAtMs: number; opened: Promise<Opened> };

const kept = new Map<string, Kept>();

const findRow = (db: Db, link: string) => db.share.findUnique({ where: { link } });

/** What the owner must hold now for the share to work. */
export function permissionsFor(mode: ShareMode): readonly Permission[] {
  return [
    "file_share",
    mode === "upload" ? "filecat_file_context_update_upload_created_copy_decompression" : "file_read",
  ];
}

export function isSuspended(owner: Actor | null, mode: ShareMode): owner is null {
  return owner === null || !permissionsFor(mode).every((permission) => owner.permissions.has(permission));
}

export function isUsedUp({ maxDownloads, downloads }: Pick<ShareRow, "maxDownloads" | "downloads">): boolean {
  return maxDownloads !== null && downloads >= maxDownloads;
}

/**
 * The share behind a link, as its visitor may use it: with the rights that the owner has now, inside its own entries alone.
 * Throws share/not-found (also while the owner may not share), share/expired, share/password, share/gone; auth/throttled where an address
 * asks for one link after the other that there is not: owners may choose short ones. `path`: for what lies there alone.
 */
export async function openShare(
  link: string,
  ctx: Pick<Ctx, "db" | "request">,
  path?: VirtualPath,
): Promise<OpenShare> {
  const keys = [guessKey(ctx.request.address)];
  assertNotThrottled(keys);
  return openNow(link, ctx, path).catch((error: unknown) => {
    if (isAppError(error) && error.key === "share/not-found") countFailure(keys);
    throw error;
  });
}

async function openNow(
  link: string,
  { db, request }: Pick<Ctx, "db" | "request">,
  path: VirtualPath | undefined,
): Promise<OpenShare> {
  const row = await findRow(db, link);
  if (row === null) throw new AppError("share/not-found");
  const { mode, items: all, limits: bounds } = storedShare.parse(row);
  const only = path === undefined ? null : splitVirtualPath(path).root;
  const entries = await sharedEntries({ id: row.id, items: all }, db);
  const items = entries.filter(({ name }) => only === null || name === only);
  const owner = await findUserActor(db, row.ownerId);
  if (isSuspended(owner, mode)) throw new AppError("share/not-found");
  if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()) throw new AppError("share/expired");
  assertUnlocked(row, request);
  const opened = await openPlaces(`${row.id}/${only ?? ""}`, { owner, items, mode, db });
  if (items.length > 0 && opened.items.length === 0) throw new AppError("share/gone");
  return { row, mode, limits: bounds, ...opened };
}

type Visited = Pick<Endpoint, "visitors">;

const turns = createTurns(limits.visits);

/**
 * {@link openShare} for a call of this endpoint, in the visitor's turn. Throws share/mode as well, for a share whose visitors may not call it; request/busy and
 * request/overloaded.
 */
export async function openShareFor(
  { visitors }: Visited,
  link: string,
  ctx: Pick<Ctx, "actor" | "db" | "request" | "signal">,
  path?: VirtualPath,
): Promise<OpenShare> {
  const leave = await turns(holderOf(ctx), ctx.signal);
  const share = await openShare(link, ctx, path).finally(leave);
  if (!visitors.includes(share.mode)) throw new AppError("share/mode");
  return share;
}

/** Whether a share that somebody is using is still open to them; see {@link openShare}. */
export function isOpenFor({ visitors }: Visited) {
  return async ({ link, path }: { link: string; path?: VirtualPath | undefined }, ctx: Ctx): Promise<boolean> => {
    try {
      const { mode, items } = await openNow(link, ctx, path);
      return visitors.includes(mode) && items.length > 0;
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
  };
}

type Places = { owner: Actor; items: readonly SharedEntry[]; mode: ShareMode; db: Db };

/** Once for all that visit it in these seconds. */
async function openPlaces(key: string, places: Places): Promise<Opened> {
  const { owner, items, mode } = places;
  // Of names that are not there any number may be asked for.
  if (items.length === 0) return makePlaces(places);
  const updated = JSON.stringify([mode, items]);
  const known = kept.get(key);
  if (known?.owner === owner && known.updated === updated && known.madeAtMs + keptMs > performance.now())
    return known.opened;
  if (kept.size >= maxKept) kept.clear();
  const opened = makePlaces(places);
  const made = { owner, updated, madeAtMs: performance.now(), opened };
  kept.set(key, made);
  opened.catch(() => {
    if (kept.get(key) === made) kept.delete(key);
  });
  return opened;
}

/** Of the entries of one share so many are looked at together. */
export const itemsTogether = 4;

/** Each entry is a root of its own, named as in the share; what lies beside or above it has no address. */
async function makePlaces({ owner, items, mode, db }: Places): Promise<Opened> {
  const ofOwner = getApp().storageFor(owner);
  const found = items.map((): Root | null => null);
  await eachParallel(items, itemsTogether, async (item, index) => {
    found[index] = await findRoot(item, { mode, ofOwner, db });
  });
  const roots = found.filter((root) => root !== null);
  const dirs = roots.map(({ place }) => place);
  const own =
    mode === "upload"
      ? { accessDirs: dirs, readOnlyDirs: [], denyDirs: [] }
      : { accessDirs: [], readOnlyDirs: dirs, denyDirs: [] };
  const scopes = [...(scopesOn(owner) ?? []), own];
  const storage = getApp().storageAt({ roots, scopes, asker: askerOf(owner), countedFor: owner });
  const mayWrite = (place: string) => accessOf(place, scopes) === "write";
  return { storage: hideLinkTexts(storage), items: roots, mayWrite };
}

type Finding = Pick<Places, "mode" | "db"> & { ofOwner: Storage };

/**
 * Null for an entry that is gone, whose name another has, that its owner cannot reach any more, or that leads elsewhere than when it was shared:
 * whoever may write beside it could have put a link in its place.
 */
async function findRoot(entry: SharedEntry, { mode, ofOwner, db }: Finding): Promise<Root | null> {
  const found = await findShared(entry, ofOwner, db);
  if (found === null) return null;
  return { id: entry.name, note: entry.name, place: entry.place, writable: mode === "upload", is: found.id };
}
