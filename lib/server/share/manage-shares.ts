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
import { randomId } from "@/lib/shared/units";
import { limits } from "@/lib/server/base/limits";
import { createPace } from "@/lib/server/base/next-slice";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { findUserActor } from "@/lib/server/session/find-actor";
import { hashPassword } from "@/lib/server/session/password";
import type { Storage } from "@/lib/server/storage/storage";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { tellSharesChanged } from "@/lib/server/entries/kept/shared-names";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { describeShareChange } from "./describe-share-change";
import { nameItems } from "./name-items";
import * as checks from "./share-checks";
import { findShared, rowOf, sharedEntries } from "./share-entries";
import { storedShare, type StoredItem } from "./stored-share";
import { toListed, toShare, withOwner } from "./to-share";
import { widensShare } from "./widens-share";
import { maxShares } from "@/lib/shared/listed";

const maxTitle = 200;

export const listShares: Service<typeof shareContract.listShares> = async (_, { db, actor }) => {
  const orderBy = [{ createdAt: "desc" } as const, { id: "asc" } as const];
  const ids = await db.share.findMany({ where: checks.ownedBy(actor), orderBy, take: maxShares, select: { id: true } });
  const shares: Share[] = [];
  let unreadable = 0;
  const looks = { left: limits.shares.looks };
  const pace = createPace();
  for (const part of chunked(ids, limits.shares.rowsTogether)) {
    const where = { id: { in: part.map(({ id }) => id) } };
    const found = await findRows("shares", part.length, (page) =>
      db.share.findMany({ where, orderBy, include: withOwner, ...page }),
    );
    const read = await readEach("shares", found.rows, (row) => toListed(row, db, looks));
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
  checks.assertNotTooLong(items);
  checks.assertMayShare(settings.mode, ctx.actor);
  await checks.assertFitting(items, settings.mode, ctx.storage);
  const stored: checks.Identified[] = [];
  for (const item of items) stored.push(await checks.identifyItem(item, ctx.storage));
  await checks.assertRoomFor(stored.map(checks.asStored), ownerId, ctx.db);
  const { password, ...columns } = await toColumns(settings);
  const title = columns.title === "" ? titleOf(items) : columns.title;
  const id = randomId();
  const link = settings.link ?? randomId();
  const entries = { create: stored.map((item, position) => rowOf(item, position)) };
  const data = { ...columns, ...password, id, ownerId, items: stored.map(checks.asStored), entries, title, link };
  const row = await ctx.db.share.create({ data, include: withOwner }).catch(refuseTaken("share/link-taken"));
  tellSharesChanged();
  ctx.about(null, describeShareChange(null, row));
  return toShare(row, ctx.db);
};

export const updateShare: Service<typeof shareContract.updateShare> = async ({ id, ...settings }, ctx) => {
  const known = await checks.getShare(id, ctx);
  const { items, ...stored } = storedShare.parse(known);
  const { password, ...columns } = await toColumns(settings);
  const title = columns.title === "" ? titleOf(items) : columns.title;
  const link = settings.link ?? known.link;
  const data = { ...columns, ...password, title, link };
  // What widens a share is sharing: who may not read what is in it does not open it to themselves either.
  if (widensShare({ ...known, ...stored }, data)) checks.assertMayShare(settings.mode, ctx.actor);
  const owner = settings.mode === known.mode ? null : await findUserActor(ctx.db, known.ownerId);
  if (owner !== null) {
    const ofOwner = getApp().storageFor(owner);
    const now = await pathsNow({ id, items }, ofOwner, ctx.db);
    await checks.assertFitting(now, settings.mode, ofOwner);
  }
  const row = await ctx.db.share
    .update({ where: { id }, data, include: withOwner })
    .catch(refuseTaken("share/link-taken"));
  tellSharesChanged();
  ctx.about(null, describeShareChange(known, row));
  return toShare(row, ctx.db);
};

export const revokeShare: Service<typeof shareContract.revokeShare> = async ({ id }, ctx) => {
  await checks.getShare(id, ctx);
  await ctx.db.share.deleteMany({ where: { id } });
  tellSharesChanged();
  // What had begun to arrive cannot go on: the next sweep takes it off the disk.
  const begun = { ownerKind: "share", ownerId: id, state: { not: "done" } };
  await ctx.db.upload.updateMany({ where: begun, data: { expiresAt: new Date() } });
  return {};
};

async function pathsNow(share: { id: string; items: readonly StoredItem[] }, ofOwner: Storage, db: Db) {
  const paths: { path: string }[] = [];
  for (const entry of await sharedEntries(share, db)) paths.push((await findShared(entry, ofOwner, db)) ?? entry);
  return paths;
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
