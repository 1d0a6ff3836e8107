import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Placed } from "@/lib/server/storage/placed";
import { joinPlace } from "@/lib/server/storage/scope";
import { commonPlace } from "@/lib/server/storage/common-place";
import { isAnyShared, loseShares } from "./follow-shares";
import { inTurn } from "./following";
import { mayBeAt } from "./may-be-at";
import * as properties from "./kept-properties";

type Parts = Pick<Ctx, "db" | "log">;

/** What was kept with a folder that was merged into another one, which has its own. */
export type Left = { place: string; kept: properties.KeptRow };
type OnLeft = (left: Left) => void;

/** Lets what WebDAV clients keep with entries follow these, as MOVE does. For whoever has the turn of these places. Never rejects: the entries are where they are. */
export async function moveKept(pairs: readonly Placed[], parts: Parts, onLeft?: OnLeft): Promise<void> {
  await whereKept(parts, async () => {
    // A tree that is merged into another one comes file by file.
    const ends = [pairs.map(({ fromPlace }) => fromPlace), pairs.map(({ toPlace }) => toPlace)];
    const [from = [], to = []] = await Promise.all(
      ends.map((places) => properties.findKeptBelow(parts.db, commonPlace(places))),
    );
    for (const placed of pairs)
      if (mayBeAt(from, placed.fromPlace) || mayBeAt(to, placed.toPlace)) await follow(placed, parts, onLeft);
  });
}

async function follow({ fromPlace, toPlace, folder }: Placed, { db }: Parts, onLeft?: OnLeft): Promise<void> {
  if (folder === undefined) await properties.moveProperties(db, fromPlace, toPlace);
  else if (folder === "made") await properties.moveOwnProperties(db, fromPlace, toPlace);
  else {
    const kept = await properties.takeOwnProperties(db, fromPlace);
    if (kept !== null) onLeft?.({ place: fromPlace, kept });
  }
}

/** Of a folder whose content goes back one by one: it has what was kept with the one that is made again. Null: that has its own. Never rejects. */
export async function moveOwnKept(from: string, to: string | null, parts: Parts): Promise<void> {
  await inTurn(to === null ? [from] : [from, to], () =>
    whereKept(parts, () => properties.moveOwnProperties(parts.db, from, to)),
  );
}

/** To a folder that is there again. Never rejects. */
export async function giveBackKept({ place, kept }: Left, { db, log }: Parts): Promise<void> {
  const give = () => properties.giveOwnProperties(db, place, kept);
  const isThere = await inTurn([place], give).catch((error: unknown) => {
    log.error({ err: error }, "properties of WebDAV could not be given back");
    return true;
  });
  if (!isThere) log.warn("properties of WebDAV were not given back: whoever kept them has no room");
}

/** Of what is gone from these places: nothing that gets such a name later has it. Never rejects. */
export async function forgetKept(places: readonly string[], parts: Parts): Promise<void> {
  await inTurn(places, async () => {
    await whereKept(parts, async () => {
      for (const place of places) await properties.dropProperties(parts.db, place);
    });
    await loseShares(places, parts);
  });
}

/** The place of an entry itself, a link not followed, while it is there; null where nothing is kept anywhere. */
export async function findKeptPlace(
  path: VirtualPath,
  { db, storage }: Pick<Ctx, "db" | "storage">,
): Promise<string | null> {
  const folder = parentOf(path);
  if (folder === null || !((await isAnyKept({ db })) || (await isAnyShared({ db })))) return null;
  return joinPlace(await storage.placeOf(folder), nameOf(path));
}

async function whereKept(parts: Parts, work: () => Promise<void>): Promise<void> {
  try {
    if (await isAnyKept(parts)) await work();
  } catch (error) {
    parts.log.error({ err: error }, "properties of WebDAV could not follow their entries");
  }
}

async function isAnyKept({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await db.davProperty.findFirst({ select: { name: true } })) !== null;
}
