import { z } from "zod";
import { AppError, isAppError } from "@/lib/shared/errors";
import { decodePath, encodePath, encodeSegment, decodeSegment } from "@/lib/shared/paths";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import type { Storage } from "@/lib/server/storage/storage";
import { joinPlace } from "@/lib/server/storage/scope";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isFollowing } from "./following";
import { mostKept } from "./may-be-at";
import { isBelow, keptPages, rowsIn, type KeptPage } from "./kept-pages";

/** A property that a client keeps with an entry; `xml` is the whole element. */
export type KeptProperty = { namespace: string; name: string; xml: string };

const stored = z.array(z.object({ namespace: z.string(), name: z.string(), xml: z.string() })).catch([]);

type Room = { rows: number; bytes: number };

const maxEach = 100;
const maxEachBytes = 65_536;
/** Of all that a user keeps, as it is stored. */
const mostPerUser: Room = { rows: 10_000, bytes: 16 * 1_048_576 };
/** Looked at when a user has no room left: those of entries that are gone make some. */
const sweptAtOnce = 1_000;

export type EntryPlace = { folder: string; name: string };

export function entryPlaceOf(place: string): EntryPlace {
  const slash = place.lastIndexOf("/");
  return { folder: slash <= 0 ? "/" : place.slice(0, slash), name: place.slice(slash + 1) };
}

function keyOf({ folder, name }: EntryPlace): EntryPlace {
  return { folder: encodePath(folder), name: encodeSegment(name) };
}

export async function findKept(db: Db, place: string): Promise<KeptProperty[]> {
  const row = await db.davProperty.findUnique({ where: { folder_name: keyOf(entryPlaceOf(place)) } });
  return stored.parse(row?.values);
}

/** How many bytes are kept of which of these entries of a folder, by name: they are read for a few at a time. */
export async function findKeptSizes(
  db: Db,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db.$queryRaw<{ name: string; bytes: bigint }[]>`
    SELECT "name", CAST(octet_length("values") AS INTEGER) AS "bytes" FROM "DavProperty"
    WHERE "folder" = ${encodePath(folder)} AND "name" IN (${Prisma.join(names.map(encodeSegment))})`;
  return new Map(rows.map(({ name, bytes }) => [decodeSegment(name) ?? name, Number(bytes)]));
}

/** Of these entries of a folder, by name. */
export async function findKeptIn(
  db: Db,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, KeptProperty[]>> {
  const where = { folder: encodePath(folder), name: { in: names.map(encodeSegment) } };
  const rows = await db.davProperty.findMany({ where });
  return new Map(rows.map(({ name, values }) => [decodeSegment(name) ?? name, stored.parse(values)]));
}

type Keep = { db: Db; storage: Storage; ownerId: string };

/** Gives what writes them. Throws dav/properties-full past what an entry or a user may keep. */
export async function prepareKept(
  ctx: Keep,
  place: string,
  values: readonly KeptProperty[],
): Promise<() => Promise<void>> {
  const { db, ownerId } = ctx;
  const key = keyOf(entryPlaceOf(place));
  if (values.length === 0) return async () => void (await db.davProperty.deleteMany({ where: key }));
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (values.length > maxEach || bytes > maxEachBytes) throw full();
  await makeRoom(ctx, bytes);
  const data = { ownerId, values: [...values], updatedAt: new Date() };
  return async () =>
    void (await db.davProperty.upsert({ where: { folder_name: key }, create: { ...key, ...data }, update: data }));
}

function full(): AppError {
  const mib = 1_048_576;
  return new AppError("dav/properties-full", {
    each: maxEach,
    kib: maxEachBytes / 1_024,
    rows: mostPerUser.rows,
    mib: mostPerUser.bytes / mib,
  });
}

/** What users have left at least, so that not every change has to count. Only here anybody comes to keep more. */
const rooms = new WeakMap<Db, Map<string, Room>>();

function take(room: Room, wanted: Room): boolean {
  if (room.rows < wanted.rows || room.bytes < wanted.bytes) return false;
  room.rows -= wanted.rows;
  room.bytes -= wanted.bytes;
  return true;
}

function roomsOf(db: Db): Map<string, Room> {
  const known = rooms.get(db) ?? new Map<string, Room>();
  rooms.set(db, known);
  return known;
}

async function measureRoom(db: Db, ownerId: string): Promise<Room> {
  const [row] = await db.$queryRaw<{ rows: bigint; bytes: bigint }[]>`
    SELECT COUNT(*) AS "rows", CAST(COALESCE(SUM(octet_length("values")), 0) AS INTEGER) AS "bytes"
    FROM "DavProperty" WHERE "ownerId" = ${ownerId}`;
  const room = {
    rows: mostPerUser.rows - Number(row?.rows ?? 0),
    bytes: mostPerUser.bytes - Number(row?.bytes ?? 0),
  };
  roomsOf(db).set(ownerId, room);
  return room;
}

async function makeRoom({ db, storage, ownerId }: Keep, bytes: number): Promise<void> {
  const wanted = { rows: 1, bytes };
  const known = roomsOf(db).get(ownerId);
  if (known !== undefined && take(known, wanted)) return;
  if (take(await measureRoom(db, ownerId), wanted)) return;
  const rows = await db.davProperty.findMany({
    where: { ownerId },
    orderBy: { updatedAt: "asc" },
    take: sweptAtOnce,
    select: { folder: true, name: true },
  });
  for (const key of rows) if (!(await isThere(storage, key))) await db.davProperty.deleteMany({ where: key });
  if (!take(await measureRoom(db, ownerId), wanted)) throw full();
}

const hostPlaceOf = ({ folder, name }: EntryPlace) =>
  joinPlace(decodePath(folder) ?? folder, decodeSegment(name) ?? name);

const locate = (storage: Storage, key: EntryPlace) => storage.locate(hostPlaceOf(key));

/** What its owner cannot reach any more counts as gone. */
async function isThere(storage: Storage, { folder, name }: EntryPlace): Promise<boolean> {
  // What is on its way is looked for at the wrong place.
  if (isFollowing(hostPlaceOf({ folder, name }))) return true;
  const path = locate(storage, { folder, name });
  if (path === null) return false;
  try {
    await storage.entry(path);
    return true;
  } catch (error) {
    return !(isAppError(error) && error.key === "file/not-found");
  }
}

/** The first encoded places at or below a place of which anything is kept. */
export async function findKeptBelow(db: Db, place: string): Promise<string[]> {
  const at = encodePath(place).replace(/\/$/, "");
  const own = keyOf(entryPlaceOf(place));
  const where =
    place === "/"
      ? Prisma.sql`TRUE`
      : Prisma.sql`("folder" = ${own.folder} AND "name" = ${own.name}) OR "folder" = ${at}
          OR ("folder" >= ${`${at}/`} AND "folder" < ${`${at}0`})`;
  // Prisma's own would sort all of them first.
  const found = await db.$queryRaw<
    EntryPlace[]
  >`SELECT "folder", "name" FROM "DavProperty" WHERE ${where} LIMIT ${mostKept}`;
  return found.map(({ folder, name }) => joinPlace(folder, name));
}

export async function dropProperties(db: Db, place: string): Promise<void> {
  await db.davProperty.deleteMany({ where: keyOf(entryPlaceOf(place)) });
  for await (const page of keptPages(db, place))
    await db.$executeRaw`DELETE FROM "DavProperty" WHERE ${rowsIn(page)} AND ${isBelow(page)}`;
}

/** Of an entry alone; null: it is gone. */
export async function moveOwnProperties(db: Db, from: string, to: string | null): Promise<void> {
  const own = keyOf(entryPlaceOf(from));
  if (to === null) return void (await db.davProperty.deleteMany({ where: own }));
  const key = keyOf(entryPlaceOf(to));
  await db.$executeRaw`UPDATE OR REPLACE "DavProperty" SET "folder" = ${key.folder}, "name" = ${key.name}
    WHERE "folder" = ${own.folder} AND "name" = ${own.name}`;
}

/** What is kept with one entry, as the table has it. */
export type KeptRow = { ownerId: string; values: Prisma.JsonValue };

/** Of an entry alone, which is gone: null where there was nothing. */
export async function takeOwnProperties(db: Db, place: string): Promise<KeptRow | null> {
  const where = { folder_name: keyOf(entryPlaceOf(place)) };
  const row = await db.davProperty.findUnique({ where, select: { ownerId: true, values: true } });
  if (row !== null) await moveOwnProperties(db, place, null);
  return row;
}

/** Gives what {@link takeOwnProperties} took to an entry that has nothing since. False where its owner has no room for that, or is gone. */
export async function giveOwnProperties(db: Db, place: string, { ownerId, values }: KeptRow): Promise<boolean> {
  const key = keyOf(entryPlaceOf(place));
  if ((await db.davProperty.findUnique({ where: { folder_name: key }, select: { name: true } })) !== null) return true;
  const bytes = Buffer.byteLength(JSON.stringify(values));
  const isOwned = (await db.user.findUnique({ where: { id: ownerId }, select: { id: true } })) !== null;
  if (!isOwned || values === null || !take(await measureRoom(db, ownerId), { rows: 1, bytes })) return false;
  await db.davProperty.create({ data: { ...key, ownerId, values, updatedAt: new Date() } });
  return true;
}

/** Takes the properties of an entry, and of all below it, along to where it is now. */
export async function moveProperties(db: Db, from: string, to: string): Promise<void> {
  await dropProperties(db, to);
  await moveOwnProperties(db, from, to);
  const [old, fresh] = [encodePath(from), encodePath(to)];
  for await (const page of keptPages(db, from))
    await db.$executeRaw`UPDATE OR REPLACE "DavProperty" SET "folder" = ${fresh} || substr("folder", ${old.length + 1})
      WHERE ${rowsIn(page)} AND ${isBelow(page)}`;
}

type Copying = Keep & { from: string; to: string; isDeep: boolean };

const looksAtOnce = 16;

/** Of a page of what is kept below `old`, what was copied to below `fresh`: what the copier may not see stayed behind, and so does what is kept with it. */
async function copiedOf(page: KeptPage, { storage, old, fresh }: { storage: Storage; old: string; fresh: string }) {
  const isCopied = page.rows.map(() => false);
  await eachParallel(page.rows, looksAtOnce, async ({ folder, name }, index) => {
    const copy = { folder: `${fresh}${folder.slice(old.length)}`, name };
    isCopied[index] = (await isSeen(storage, { folder, name })) && (await isSeen(storage, copy));
  });
  return page.rows.filter((_, index) => isCopied[index]);
}

async function isSeen(storage: Storage, key: EntryPlace): Promise<boolean> {
  const path = locate(storage, key);
  if (path === null) return false;
  return storage.entry(path).then(
    () => true,
    () => false,
  );
}

/**
 * As {@link moveProperties} for a copy; `isDeep`: also those of what is below and was copied, as far as `storage`, the copier's, tells. They are the
 * copier's, as far as there is room: what the limit of a user would refuse one by one must not come by copying.
 */
export async function copyProperties({ db, storage, ownerId, from, to, isDeep }: Copying): Promise<void> {
  const [old, fresh] = [encodePath(from), encodePath(to)];
  const [own, key] = [keyOf(entryPlaceOf(from)), keyOf(entryPlaceOf(to))];
  await dropProperties(db, to);
  const room = await measureRoom(db, ownerId);
  const [row] = await db.$queryRaw<{ bytes: bigint }[]>`
    SELECT CAST(octet_length("values") AS INTEGER) AS "bytes" FROM "DavProperty"
    WHERE "folder" = ${own.folder} AND "name" = ${own.name}`;
  if (row !== undefined && take(room, { rows: 1, bytes: Number(row.bytes) }))
    await db.$executeRaw`INSERT OR REPLACE INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
      SELECT ${key.folder}, ${key.name}, ${ownerId}, "values", "updatedAt" FROM "DavProperty"
      WHERE "folder" = ${own.folder} AND "name" = ${own.name}`;
  if (!isDeep) return;
  for await (const page of keptPages(db, from)) {
    if (room.rows <= 0 || room.bytes <= 0) return;
    const copied = await copiedOf(page, { storage, old, fresh });
    // Somebody else of the same user may have taken the room meanwhile.
    const ids = copied.filter(({ bytes }) => take(room, { rows: 1, bytes: Number(bytes) })).map(({ id }) => id);
    if (ids.length === 0) continue;
    await db.$executeRaw`INSERT OR REPLACE INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
      SELECT ${fresh} || substr("folder", ${old.length + 1}), "name", ${ownerId}, "values", "updatedAt"
      FROM "DavProperty" WHERE ${rowsIn({ ids })} AND ${isBelow(page)}`;
  }
}
