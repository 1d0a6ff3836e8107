import type { Share, ShareItem } from "@/lib/contracts/share";
import type { ShareMode } from "@/lib/shared/share-modes";
import { limits } from "@/lib/server/base/limits";
import type { Prisma } from "@/lib/server/db/generated/client";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isSuspended, isUsedUp, itemsTogether } from "./open-share";
import { bytesIn } from "./share-checks";
import { findShared, sharedEntries, type SharedEntry } from "./share-entries";
import { storedShare } from "./stored-share";

type Db = Ctx["db"];
type Row = Prisma.ShareGetPayload<{ include: { owner: { select: { username: true } } } }>;
export const withOwner = { owner: { select: { username: true } } } as const;

/** How many entries may still be looked for on their disks; those beyond count as there. */
export type Looks = { left: number };

/** With so many of its entries as `most` says, the first ones. */
export async function toShare(row: Row, db: Db, most?: { items: number; bytes: number; looks: Looks }): Promise<Share> {
  const { mode, items: all, limits: bounds } = storedShare.parse(row);
  const entries = await sharedEntries({ id: row.id, items: all }, db);
  const owner = await findUserActor(db, row.ownerId);
  const looks = most?.looks ?? { left: all.length };
  const items = await lookAt(entries.slice(0, endOf(all, most)), owner, { db, looks });
  return {
    id: row.id,
    link: row.link,
    owner: row.owner.username,
    mode,
    state: stateOf(row, mode, owner),
    title: row.title,
    note: row.note,
    items,
    item_count: all.length,
    missing_count: items.filter((item) => item.is_missing).length,
    limits: bounds,
    has_password: row.passwordHash !== null,
    expires_at: row.expiresAt?.getTime() ?? null,
    max_downloads: row.maxDownloads,
    visits: row.visits,
    downloads: row.downloads,
    uploads: row.uploads,
    uploaded_bytes: Number(row.uploadedBytes),
    created_at: row.createdAt.getTime(),
    last_used_at: row.lastUsedAt?.getTime() ?? null,
  };
}

/** As a list gives it. */
export const toListed = (row: Row, db: Db, looks: Looks): Promise<Share> =>
  toShare(row, db, { ...limits.shares.listed, looks });

function endOf(items: readonly ShareItem[], most: { items: number; bytes: number } | undefined): number {
  if (most === undefined) return items.length;
  let left = most.bytes;
  const first = items.slice(0, most.items);
  const end = first.findIndex(({ name, path }) => (left -= bytesIn([{ name, path }])) < 0);
  return end === -1 ? first.length : end;
}

type Looking = { db: Db; looks: Looks };

/** Of one whose owner may not share nothing is looked for. */
async function lookAt(entries: readonly SharedEntry[], owner: Actor | null, { db, looks }: Looking) {
  const listed: Share["items"] = entries.map(({ name, path }) => ({ name, path, is_missing: false }));
  const part = entries.slice(0, Math.max(0, looks.left));
  if (owner === null || part.length === 0) return listed;
  looks.left -= part.length;
  const ofOwner = getApp().storageFor(owner);
  await eachParallel(part, itemsTogether, async (entry, index) => {
    const found = await findShared(entry, ofOwner, db);
    const { name, path } = entry;
    listed[index] = { name, path: found?.path ?? path, is_missing: found === null };
  });
  return listed;
}

function stateOf(row: Row, mode: ShareMode, owner: Actor | null): Share["state"] {
  if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()) return "expired";
  if (isUsedUp(row)) return "used-up";
  return isSuspended(owner, mode) ? "suspended" : "active";
}
