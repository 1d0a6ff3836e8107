import { z } from "zod";
import { AppError, isAppError } from "@/lib/shared/errors";
import { decodePath, encodePath, encodeSegment, decodeSegment } from "@/lib/shared/paths";
import type { Db } from "@/lib/server/db/open-db";
import type { Storage } from "@/lib/server/storage/storage";
import { childPlace } from "./dav-call";
import type { XmlName } from "./xml";

/** A property that a client keeps with an entry; `xml` is the whole element. */
export type KeptProperty = XmlName & { xml: string };

const stored = z.array(z.object({ namespace: z.string(), name: z.string(), xml: z.string() })).catch([]);

const maxEach = 100;
const maxEachLength = 16_384;
const maxEntriesPerUser = 10_000;
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

/** Throws dav/full past what an entry or a user may keep. */
export async function keepProperties(ctx: Keep, place: string, values: readonly KeptProperty[]): Promise<void> {
  const { db, ownerId } = ctx;
  const key = keyOf(entryPlaceOf(place));
  if (values.length === 0) {
    await db.davProperty.deleteMany({ where: key });
    return;
  }
  const length = values.reduce((sum, { namespace, name, xml }) => sum + namespace.length + name.length + xml.length, 0);
  if (values.length > maxEach || length > maxEachLength) throw new AppError("dav/full");
  await makeRoom(ctx);
  const data = { ownerId, values: [...values], updatedAt: new Date() };
  await db.davProperty.upsert({ where: { folder_name: key }, create: { ...key, ...data }, update: data });
}

async function makeRoom({ db, storage, ownerId }: Keep): Promise<void> {
  const count = () => db.davProperty.count({ where: { ownerId } });
  if ((await count()) < maxEntriesPerUser) return;
  const rows = await db.davProperty.findMany({
    where: { ownerId },
    orderBy: { updatedAt: "asc" },
    take: sweptAtOnce,
    select: { folder: true, name: true },
  });
  for (const key of rows) if (!(await isThere(storage, key))) await db.davProperty.deleteMany({ where: key });
  if ((await count()) >= maxEntriesPerUser) throw new AppError("dav/full");
}

/** What its owner cannot reach any more counts as gone. */
async function isThere(storage: Storage, { folder, name }: EntryPlace): Promise<boolean> {
  const path = storage.locate(childPlace(decodePath(folder) ?? folder, decodeSegment(name) ?? name));
  if (path === null) return false;
  try {
    await storage.entry(path);
    return true;
  } catch (error) {
    return !(isAppError(error) && error.key === "file/not-found");
  }
}

/** Everything at and below a folder's place, as a range of text: `0` is the character behind the slash. */
function below(place: string) {
  const folder = encodePath(place);
  return { gte: `${folder}/`, lt: `${folder}0` };
}

export async function dropProperties(db: Db, place: string): Promise<void> {
  const [key, folder] = [keyOf(entryPlaceOf(place)), encodePath(place)];
  await db.davProperty.deleteMany({ where: { OR: [key, { folder }, { folder: below(place) }] } });
}

/** Takes the properties of an entry, and of all below it, along to where it is now. */
export async function moveProperties(db: Db, from: string, to: string): Promise<void> {
  await dropProperties(db, to);
  const [old, fresh] = [encodePath(from), encodePath(to)];
  await db.davProperty.updateMany({ where: keyOf(entryPlaceOf(from)), data: keyOf(entryPlaceOf(to)) });
  const { gte, lt } = below(from);
  await db.$executeRaw`UPDATE "DavProperty" SET "folder" = ${fresh} || substr("folder", ${old.length + 1})
    WHERE "folder" = ${old} OR ("folder" >= ${gte} AND "folder" < ${lt})`;
}

type Copying = { db: Db; ownerId: string; from: string; to: string; isDeep: boolean };

/**
 * As {@link moveProperties} for a copy; `isDeep`: also those of what is below. They are the copier's, as far as there is room: what
 * the limit of a user would refuse one by one must not come by copying.
 */
export async function copyProperties({ db, ownerId, from, to, isDeep }: Copying): Promise<void> {
  const [old, fresh] = [encodePath(from), encodePath(to)];
  const [own, key] = [keyOf(entryPlaceOf(from)), keyOf(entryPlaceOf(to))];
  await dropProperties(db, to);
  const room = maxEntriesPerUser - (await db.davProperty.count({ where: { ownerId } }));
  if (room <= 0) return;
  await db.$executeRaw`INSERT INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
    SELECT ${key.folder}, ${key.name}, ${ownerId}, "values", "updatedAt" FROM "DavProperty"
    WHERE "folder" = ${own.folder} AND "name" = ${own.name}`;
  if (!isDeep) return;
  const { gte, lt } = below(from);
  await db.$executeRaw`INSERT OR REPLACE INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
    SELECT ${fresh} || substr("folder", ${old.length + 1}), "name", ${ownerId}, "values", "updatedAt" FROM "DavProperty"
    WHERE "folder" = ${old} OR ("folder" >= ${gte} AND "folder" < ${lt}) LIMIT ${room - 1}`;
}
