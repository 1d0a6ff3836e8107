import type { Db } from "@/lib/server/db/open-db";
import { eachHost, volumeOfPlace } from "@/lib/server/storage/each-host";
import { sweepPart } from "@/lib/server/storage/places";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import { dropMade } from "./made-folders";
import { placeOf } from "./upload-rows";

const perRead = 500;
/** Of those on hosts, which are held by their ids: others come with the next round. */
const maxOnHosts = 100_000;

type Options = { now?: Date; hostMs?: number };

/** Removes uploads whose time is over, with what had arrived of them: those on this machine's disks first, which no host holds up. Gives how many. */
export async function sweepUploads(db: Db, { now = new Date(), hostMs }: Options = {}): Promise<number> {
  const { stopping: signal, log } = getApp();
  const onHosts = new Map<string, { ownerId: string; volume: string; ids: string[] }>();
  let [removed, held] = [0, 0];
  for await (const row of expired(db, now)) {
    if (signal.aborted) return removed;
    const volume = row.state === "done" ? "" : volumeOfPlace(row.place);
    if (volume === "") {
      if (await sweepRow(db, row)) removed++;
    } else if (held++ < maxOnHosts) {
      const ownerId = await userOf(db, row);
      const host = onHosts.get(`${ownerId} ${volume}`) ?? { ownerId, volume, ids: [] };
      onHosts.set(`${ownerId} ${volume}`, host);
      host.ids.push(row.id);
    }
  }
  const sweepHost = async (ids: readonly string[], until: AbortSignal) => {
    for (const id of ids) {
      const row = until.aborted ? null : await db.upload.findFirst({ where: { id, expiresAt: { lt: now } } });
      if (row !== null && (await sweepRow(db, row))) removed++;
    }
  };
  await eachHost(
    [...onHosts.values()].map(({ ids, ...host }) => ({ ...host, work: (until: AbortSignal) => sweepHost(ids, until) })),
    {
      signal,
      log,
      failed: "expired uploads of a host could not be removed",
      ...(hostMs === undefined ? {} : { hostMs }),
    },
  );
  return removed;
}

type Row = NonNullable<Awaited<ReturnType<Db["upload"]["findUnique"]>>>;

/** All of them, so that those that cannot be removed are not all that is ever looked at. */
async function* expired(db: Db, now: Date): AsyncGenerator<Row, void> {
  for (let last = ""; ;) {
    const rows = await db.upload.findMany({
      where: { expiresAt: { lt: now }, id: { gt: last } },
      orderBy: { id: "asc" },
      take: perRead,
    });
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < perRead) return;
    last = end.id;
  }
}

/** Whether it is gone. A disk that does not answer now is asked again in an hour; of a host that was deleted nothing can be removed any more, and it counts as gone. */
async function sweepRow(db: Db, row: Row): Promise<boolean> {
  if (row.state !== "done" && !(await sweepPart(placeOf(row)))) return false;
  if (row.state !== "done" && row.madeFolders > 0) await sweepMade(db, row);
  await db.upload.deleteMany({ where: { id: row.id } });
  return true;
}

/** Whose it is, also by a share. */
async function userOf(db: Db, { ownerKind, ownerId }: Pick<Row, "ownerKind" | "ownerId">): Promise<string> {
  const share = ownerKind === "share" ? await db.share.findUnique({ where: { id: ownerId } }) : null;
  return share?.ownerId ?? ownerId;
}

/** With the rights of whoever they belong to: by now the path may lead elsewhere. */
async function sweepMade(db: Db, row: Row): Promise<void> {
  const { madeFolders, createdAt } = row;
  const actor = await findUserActor(db, await userOf(db, row));
  if (actor === null) return;
  const storage = getApp().storageFor(actor);
  const place = placeOf(row);
  const folder = storage.locate(place.slice(0, place.lastIndexOf("/")));
  if (folder !== null) await dropMade(storage, { folder, madeFolders, createdAt });
}
