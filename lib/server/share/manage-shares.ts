import {
  dropLimits,
  noLimits,
  type Share,
  type ShareItem,
  type ShareSettings,
  type shareContract,
} from "@/lib/contracts/share";
import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { isEntryName, nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { limits } from "@/lib/server/base/limits";
import { createPace } from "@/lib/server/base/next-slice";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { findUserActor } from "@/lib/server/session/find-actor";
import { hashPassword } from "@/lib/server/session/password";
import type { Storage } from "@/lib/server/storage/storage";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import type { ShareMode } from "@/lib/shared/share-modes";
import { describeShareChange } from "./describe-share-change";
import { isSuspended, isUsedUp, permissionsFor, storedShare, type StoredItem } from "./open-share";
import { widensShare } from "./widens-share";
import { maxShares } from "@/lib/shared/listed";

const maxTitle = 200;

type Row = Prisma.ShareGetPayload<{ include: { owner: { select: { username: true } } } }>;
const withOwner = { owner: { select: { username: true } } } as const;

export const listShares: Service<typeof shareContract.listShares> = async (_, { db, actor }) => {
  const orderBy = [{ createdAt: "desc" } as const, { id: "asc" } as const];
  const ids = await db.share.findMany({ where: ownedBy(actor), orderBy, take: maxShares, select: { id: true } });
  const shares: Share[] = [];
  let unreadable = 0;
  const pace = createPace();
  for (const part of chunked(ids, limits.shares.rowsTogether)) {
    const where = { id: { in: part.map(({ id }) => id) } };
    const found = await findRows("shares", part.length, (page) =>
      db.share.findMany({ where, orderBy, include: withOwner, ...page }),
    );
    const read = await readEach("shares", found.rows, async (row) => toListed(await toShare(row, db)));
    shares.push(...read.rows);
    unreadable += found.unreadable + read.unreadable;
    await pace();
  }
  return { shares, unreadable };
};

export const createShare: Service<typeof shareContract.createShare> = async ({ files, ...settings }, ctx) => {
  const ownerId = userIdOf(ctx.actor);
  if ((await ctx.db.share.count({ where: { ownerId } })) >= maxShares) throw new AppError("request/busy");
  const items = nameItems(files);
  assertNotTooLong(items);
  await assertShareable(items, settings.mode, ctx);
  const stored = await withHostPaths(items, ctx.storage);
  await assertRoomFor(stored, ownerId, ctx.db);
  const { password, ...columns } = await toColumns(settings);
  const title = columns.title === "" ? titleOf(items) : columns.title;
  const id = randomId();
  const data = { ...columns, ...password, id, ownerId, items: stored, title, link: settings.link ?? randomId() };
  const row = await ctx.db.share.create({ data, include: withOwner }).catch(refuseTaken("share/link-taken"));
  ctx.about(null, describeShareChange(null, row));
  return toShare(row, ctx.db);
};

export const updateShare: Service<typeof shareContract.updateShare> = async ({ id, ...settings }, ctx) => {
  const known = await getShare(id, ctx);
  const { items, ...stored } = storedShare.parse(known);
  const { password, ...columns } = await toColumns(settings);
  const title = columns.title === "" ? titleOf(items) : columns.title;
  const link = settings.link ?? known.link;
  const data = { ...columns, ...password, title, link };
  // What widens a share is sharing: who may not read what is in it does not open it to themselves either.
  if (widensShare({ ...known, ...stored }, data)) assertMayShare(settings.mode, ctx.actor);
  const owner = settings.mode === known.mode ? null : await findUserActor(ctx.db, known.ownerId);
  if (owner !== null) await assertFitting(items, settings.mode, getApp().storageFor(owner));
  const row = await ctx.db.share
    .update({ where: { id }, data, include: withOwner })
    .catch(refuseTaken("share/link-taken"));
  ctx.about(null, describeShareChange(known, row));
  return toShare(row, ctx.db);
};

export const revokeShare: Service<typeof shareContract.revokeShare> = async ({ id }, ctx) => {
  await getShare(id, ctx);
  await ctx.db.share.deleteMany({ where: { id } });
  // What had begun to arrive cannot go on: the next sweep takes it off the disk.
  const begun = { ownerKind: "share", ownerId: id, state: { not: "done" } };
  await ctx.db.upload.updateMany({ where: begun, data: { expiresAt: new Date() } });
  return {};
};

function ownedBy(actor: Actor): { ownerId?: string } {
  return actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

async function getShare(id: string, { db, actor, about }: Pick<Ctx, "db" | "actor" | "about">) {
  const row = await db.share.findFirst({ where: { id, ...ownedBy(actor) } });
  if (row === null) throw new AppError("share/not-found");
  about(`${row.link}: ${row.title}`);
  return row;
}

/** Each entry under a name of its own: of two with the same name in different folders the second gets a number. */
function nameItems(files: readonly VirtualPath[]): ShareItem[] {
  const taken = new Set<string>();
  return [...new Set(files)].map((path) => {
    const wanted = nameOf(path);
    let name: string = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`;
    // Too long with its number: better refused than cut to something else.
    if (!isEntryName(name)) throw new AppError("file/name-too-long");
    taken.add(name);
    return { name, path };
  });
}

/** Nobody gives what they do not hold: every entry is looked at with the rights of the one who shares. */
async function assertShareable(items: readonly ShareItem[], mode: ShareMode, { actor, storage }: Ctx): Promise<void> {
  assertMayShare(mode, actor);
  await assertFitting(items, mode, storage);
}

function assertMayShare(mode: ShareMode, { permissions }: Actor): void {
  const missing = permissionsFor(mode).find((permission) => !permissions.has(permission));
  if (missing !== undefined) throw new AppError("auth/forbidden", { permission: missing });
}

async function assertFitting(items: readonly ShareItem[], mode: ShareMode, storage: Storage): Promise<void> {
  if (mode === "upload" && items.length !== 1) throw new AppError("share/entry");
  for (const { path } of items) await assertFits(path, mode, storage);
}

async function assertFits(text: string, mode: ShareMode, storage: Storage): Promise<void> {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  const { kind, writable } = await storage.stat(path);
  if (kind !== "folder" && (kind !== "file" || mode === "upload")) throw new AppError("share/entry");
  if (mode === "upload" && !writable) throw new AppError("file/read-only");
}

async function withHostPaths(items: readonly ShareItem[], storage: Storage): Promise<StoredItem[]> {
  const stored: StoredItem[] = [];
  for (const item of items) {
    const path = parseVirtualPath(item.path);
    if (path === null) throw new AppError("file/not-found");
    stored.push({ ...item, hostPath: await storage.placeOf(path) });
  }
  return stored;
}

const bytesIn = (items: readonly ShareItem[]) => Buffer.byteLength(JSON.stringify(items));

function assertNotTooLong(items: readonly ShareItem[]): void {
  if (bytesIn(items) > limits.shares.bytesEach) throw new AppError("share/too-long");
}

/** By the length that the database has for it (octet_length), not by what is in it. */
async function assertRoomFor(items: readonly StoredItem[], ownerId: string, db: Db): Promise<void> {
  assertNotTooLong(items);
  const [held] = await db.$queryRaw<{ bytes: bigint | number | null }[]>`
    SELECT SUM(octet_length("items")) AS "bytes" FROM "Share" WHERE "ownerId" = ${ownerId}`;
  if (Number(held?.bytes ?? 0) + bytesIn(items) > limits.shares.perOwnerBytes) throw new AppError("share/too-many");
}

function titleOf(items: readonly ShareItem[]): string {
  return items
    .map(({ name }) => name)
    .join(", ")
    .toWellFormed()
    .slice(0, maxTitle);
}

async function toColumns(settings: ShareSettings) {
  const { mode, title, note, password } = settings;
  const bounds = settings.limits ?? (mode === "upload" ? dropLimits : noLimits);
  const hash = password === undefined ? {} : { passwordHash: password === null ? null : await hashPassword(password) };
  return {
    mode,
    title,
    note,
    limits: bounds,
    expiresAt: settings.expires_at === null ? null : new Date(settings.expires_at),
    maxDownloads: settings.max_downloads,
    password: hash,
  };
}

async function toShare(row: Row, db: Db): Promise<Share> {
  const { mode, items, limits: bounds } = storedShare.parse(row);
  return {
    id: row.id,
    link: row.link,
    owner: row.owner.username,
    mode,
    state: await stateOf(row, mode, db),
    title: row.title,
    note: row.note,
    items: items.map(({ name, path }) => ({ name, path })),
    item_count: items.length,
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
function toListed(share: Share): Share {
  const { items: most, bytes } = limits.shares.listed;
  let left = bytes;
  const fits = (item: ShareItem) => (left -= bytesIn([item])) >= 0;
  const end = share.items.slice(0, most).findIndex((item) => !fits(item));
  return { ...share, items: share.items.slice(0, end === -1 ? most : end) };
}

async function stateOf(row: Row, mode: ShareMode, db: Db): Promise<Share["state"]> {
  if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()) return "expired";
  if (isUsedUp(row)) return "used-up";
  return isSuspended(await findUserActor(db, row.ownerId), mode) ? "suspended" : "active";
}
