import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Renamed } from "@/lib/server/storage/storage";
import { joinPlace } from "@/lib/server/storage/scope";
import { dropProperties, moveProperties } from "./kept-properties";

type Parts = Pick<Ctx, "db" | "log">;

/** More than this is a tree that was merged into another one, file by file. */
const maxPairs = 1_000;

/** Lets what WebDAV clients keep with entries follow these, as MOVE does. Never rejects: the entries are where they are. */
export async function moveKept(pairs: readonly Renamed[], parts: Parts): Promise<void> {
  await whereKept(parts, async () => {
    for (const { fromPlace, toPlace } of pairs.slice(0, maxPairs)) await moveProperties(parts.db, fromPlace, toPlace);
  });
}

/** Of what is gone from these places: nothing that gets such a name later has it. Never rejects. */
export async function forgetKept(places: readonly string[], parts: Parts): Promise<void> {
  await whereKept(parts, async () => {
    for (const place of places) await dropProperties(parts.db, place);
  });
}

/** The place of an entry itself, a link not followed, while it is there; null where nothing is kept anywhere. */
export async function findKeptPlace(
  path: VirtualPath,
  { db, storage }: Pick<Ctx, "db" | "storage">,
): Promise<string | null> {
  const folder = parentOf(path);
  if (folder === null || !(await isAnyKept({ db }))) return null;
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
