import { isAppError } from "@/lib/shared/errors";
import type { App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, visitor } from "@/lib/server/session/find-actor";
import { countSizes } from "./count-sizes";
import { eachPage } from "./find-trash-rows";
import { purgeRow } from "./purge-row";
import { leftOnHosts, settleLeft } from "./settle-left";
import { onDisks, placeOf, settleRow, volumeOf, type TrashRow } from "./trash-row";
import { mostTrashBytes, trashSetting } from "./trash-setting";

type Sweep = Pick<Ctx, "db" | "storage" | "log" | "signal"> & {
  /** Of a user, whose connections to hosts are theirs alone; null for one who is gone. */
  storageOf?: (userId: string) => Promise<Ctx["storage"] | null>;
};
/** `away`: hosts that could not be reached, by whose account. */
type Run = Sweep & { away: Set<string> };

/** The server itself, which sees every trash on this machine's disks. */
export function sweepOf(app: App): Sweep {
  const { db, log, stopping: signal } = app;
  return {
    db,
    log,
    signal,
    storage: app.storageFor({ ...visitor, isRoot: true, scopes: null }),
    async storageOf(userId) {
      const actor = await findUserActor(db, userId);
      return actor === null ? null : app.storageFor(actor);
    },
  };
}

/** Of the longest paths two megabytes. */
const perRead = 50;
/** The same without what is longest of each. */
const perSelect = 200;
const dayMs = 86_400_000;
/** The limit of size spares what was deleted today: it may be a mistake, and the largest ones are the worst. Versions it does not spare. */
const sparedMs = dayMs;

/**
 * At start: what a kill left between two steps. An entry is either where it was, and then there is no record of it in the
 * trash, or in the trash and listed; both at once, which replacing and restoring go through, ends as the former. What was being deleted for good is deleted by the next sweep.
 * Nobody is connected to hosts yet: see settle-left.ts.
 */
export async function reconcileTrash({ db, storage }: Pick<Ctx, "db" | "storage">): Promise<void> {
  const rows = await db.trash.findMany({ where: { state: { in: ["moving", "restoring"] }, ...onDisks } });
  for (const row of rows) await settleRow(row, { db, storage });
}

/** Deletes for good what is older than the setting keeps, and the oldest where a trash has grown too large. */
export async function sweepTrash(parts: Sweep, nowMs = Date.now()): Promise<void> {
  const sweep: Run = { ...parts, away: new Set() };
  const { on, days, versionDays, percent, bytes } = trashSetting.get();
  await settleHosts(sweep);
  await purgeAll(sweep, { state: "purging" });
  countSizes(sweep);
  if (!on) return;
  for (const [versionOf, kept] of [
    [null, days],
    [{ not: null }, versionDays],
  ] as const)
    if (kept > 0)
      await purgeAll(sweep, { state: "there", versionOf, deletedAt: { lt: new Date(nowMs - kept * dayMs) } });
  if (percent > 0 || bytes > 0) await shrink(sweep, nowMs);
}

async function purgeAll(sweep: Run, where: NonNullable<Parameters<Sweep["db"]["trash"]["findMany"]>[0]>["where"]) {
  for (let last = ""; !sweep.signal.aborted;) {
    const rows = await sweep.db.trash.findMany({
      where: { AND: [where ?? {}, { id: { gt: last } }] },
      orderBy: { id: "asc" },
      take: perRead,
    });
    for (const row of rows) await purgeQuietly(sweep, row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < perRead) return;
    last = end.id;
  }
}

/** What a lost connection or a kill left between two steps on hosts. */
async function settleHosts({ db, log, storageOf }: Sweep): Promise<void> {
  const owners = await db.trash.findMany({ where: leftOnHosts, distinct: ["ownerId"], select: { ownerId: true } });
  for (const { ownerId } of owners) {
    const storage = (await storageOf?.(ownerId)) ?? null;
    if (storage === null) continue;
    await settleLeft(ownerId, { db, storage }).catch((error: unknown) => {
      log.error({ err: error, ownerId }, "trash of a host could not be settled");
    });
  }
}

async function purgeQuietly({ db, storage, storageOf, log, signal, away }: Run, row: TrashRow): Promise<boolean> {
  const volume = volumeOf(row);
  const key = `${row.ownerId} ${volume}`;
  if (signal.aborted || away.has(key)) return false;
  try {
    // By the account there of whose it is, as far as that needs nobody to ask.
    const reached = volume === "" ? storage : await storageOf?.(row.ownerId);
    if (reached === undefined || reached === null) return false;
    const { failureCount } = await purgeRow(row, { db, storage: reached }, { signal });
    return failureCount === 0;
  } catch (error) {
    // Its volume is away: again another time. A host is not waited for by each of its entries.
    if (volume !== "") away.add(key);
    if (!isAppError(error)) log.error({ err: error, trashId: row.id }, "trash could not be swept");
    return false;
  }
}

/** The trash that a row lies in: its folder without owner and id, which are plain letters. */
function trashOf({ folder, ownerId, id }: Pick<TrashRow, "folder" | "ownerId" | "id">): string {
  return folder.slice(0, folder.length - ownerId.length - id.length - 2);
}

/** What is held of each entry to find the oldest: there may be very many. */
type Held = Pick<TrashRow, "id" | "sizeBytes" | "deletedAt"> & { isVersion: boolean };

const maxHeld = 200_000;

/** What lies in each trash of this machine's disks, the oldest first. */
async function heldByTrash({ db }: Run): Promise<Held[][]> {
  const trashes = new Map<string, Held[]>();
  const where = { state: "there", ...onDisks };
  const select = { id: true, ownerId: true, folder: true, sizeBytes: true, deletedAt: true, versionOf: true } as const;
  const read = (after: string) =>
    db.trash.findMany({
      where: { AND: [where, { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take: perSelect,
      select,
    });
  for await (const row of eachPage(read, maxHeld)) {
    const { id, sizeBytes, deletedAt, versionOf } = row;
    const held = trashes.get(trashOf(row)) ?? [];
    trashes.set(trashOf(row), held);
    held.push({ id, sizeBytes, deletedAt, isVersion: versionOf !== null });
  }
  for (const held of trashes.values()) held.sort((one, other) => one.deletedAt.getTime() - other.deletedAt.getTime());
  return [...trashes.values()];
}

/** Of this machine's disks alone: no host is connected to for its size. */
async function shrink(sweep: Run, nowMs: number): Promise<void> {
  const read = (id: string) => sweep.db.trash.findUnique({ where: { id } });
  for (const held of await heldByTrash(sweep)) {
    const first = await read(held[0]?.id ?? "");
    const volume = first === null ? null : await sweep.storage.trash.volume(placeOf(first)).catch(() => null);
    if (volume === null) continue;
    let over = held.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0) - mostTrashBytes(volume.totalBytes);
    for (const one of [...held.filter(({ isVersion }) => isVersion), ...held.filter(({ isVersion }) => !isVersion)]) {
      if (over <= 0 || (!one.isVersion && one.deletedAt.getTime() > nowMs - sparedMs)) break;
      const row = await read(one.id);
      if (row !== null && (await purgeQuietly(sweep, row))) over -= one.sizeBytes ?? 0;
    }
  }
}
