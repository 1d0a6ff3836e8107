import { isAppError } from "@/lib/shared/errors";
import type { App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, visitor } from "@/lib/server/session/find-actor";
import { eachHost } from "@/lib/server/storage/each-host";
import { countSizes } from "./count-sizes";
import { eachPage } from "./find-trash-rows";
import { purgeRow } from "./purge-row";
import { settleLeft } from "./settle-left";
import { brokenOff, isTaken, onDisks, placeOf, settleBroken, type TrashRow } from "./trash-row";
import { mostTrashBytes, trashSetting } from "./trash-setting";

type Sweep = Pick<Ctx, "db" | "storage" | "log" | "signal"> & {
  /** Of a user, whose connections to hosts are theirs alone; null for one who is gone. */
  storageOf?: (userId: string) => Promise<Ctx["storage"] | null>;
  /** For the work on one host. */
  hostMs?: number;
};

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
 * At start, and again by the sweep: what a kill, or a failure, left between two steps. An entry is either where it was, and then there is no record of it in the
 * trash, or in the trash and listed; both at once, which replacing and restoring go through, ends as the former. What was being deleted for good is deleted by the next sweep.
 * Nobody is connected to hosts yet: see settle-left.ts.
 */
export async function reconcileTrash({ db, storage }: Pick<Ctx, "db" | "storage">): Promise<void> {
  const rows = await db.trash.findMany({ where: { ...brokenOff, ...onDisks } });
  for (const row of rows) await settleBroken(row, { db, storage });
}

/** Deletes for good what is older than the setting keeps, and the oldest where a trash has grown too large: on this machine's disks first, which no host holds up. */
export async function sweepTrash(sweep: Sweep, nowMs = Date.now()): Promise<void> {
  const { on, percent, bytes } = trashSetting.get();
  await reconcileTrash(sweep);
  const isDue = dueAt(nowMs);
  for await (const row of dueRows(sweep, { AND: [isDue, onDisks] })) await purgeQuietly(sweep, row);
  countSizes(sweep);
  if (on && (percent > 0 || bytes > 0)) await shrink(sweep, nowMs);
  await sweepHosts(sweep, isDue);
}

type Where = NonNullable<NonNullable<Parameters<Sweep["db"]["trash"]["findMany"]>[0]>["where"]>;

/** What was being deleted for good, and what is older than the setting keeps. */
function dueAt(nowMs: number): Where {
  const { on, days, versionDays } = trashSetting.get();
  const kinds = [
    { versionOf: null, kept: days },
    { versionOf: { not: null }, kept: versionDays },
  ];
  const old = kinds.flatMap(({ versionOf, kept }) =>
    on && kept > 0 ? [{ state: "there", versionOf, deletedAt: { lt: new Date(nowMs - kept * dayMs) } }] : [],
  );
  return { OR: [{ state: "purging" }, ...old] };
}

async function* dueRows({ db, signal }: Pick<Sweep, "db" | "signal">, where: Where): AsyncGenerator<TrashRow, void> {
  for (let last = ""; !signal.aborted;) {
    const rows = await db.trash.findMany({
      where: { AND: [where, { id: { gt: last } }] },
      orderBy: { id: "asc" },
      take: perRead,
    });
    for (const row of rows) {
      if (signal.aborted) return;
      yield row;
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < perRead) return;
    last = end.id;
  }
}

/** By the accounts there of whose it is, as far as that needs nobody to ask. */
async function sweepHosts(sweep: Sweep, isDue: Where): Promise<void> {
  const { db, log, signal, hostMs } = sweep;
  const hosts = await db.$queryRaw<{ ownerId: string; volume: string }[]>`
    SELECT DISTINCT "ownerId", substr("folder", 1, instr("folder", '/') - 1) AS "volume" FROM "Trash" WHERE "folder" NOT LIKE '/%'`;
  await eachHost(
    hosts.map((host) => ({
      ...host,
      work: (until: AbortSignal) => sweepHost({ ...sweep, signal: until }, host, isDue),
    })),
    { signal, log, failed: "trash of a host could not be swept", ...(hostMs === undefined ? {} : { hostMs }) },
  );
}

/** What a lost connection or a kill left between two steps there, and then what is due. */
async function sweepHost(
  { storageOf, ...sweep }: Sweep,
  { ownerId, volume }: { ownerId: string; volume: string },
  isDue: Where,
): Promise<void> {
  const { db, signal } = sweep;
  const storage = (await storageOf?.(ownerId)) ?? null;
  if (storage === null) return;
  const away = await settleLeft(ownerId, { db, storage }, { volume, signal });
  if (away.has(volume)) return;
  for await (const row of dueRows(sweep, { AND: [isDue, { ownerId, folder: { startsWith: `${volume}/` } }] }))
    if ((await purgeQuietly({ ...sweep, storage }, row)) === "away") return; // a host is not waited for by each of its entries
}

/** `left`: nothing was wrong with its volume. */
async function purgeQuietly({ db, storage, log, signal }: Sweep, row: TrashRow): Promise<"gone" | "left" | "away"> {
  try {
    const { failureCount } = await purgeRow(row, { db, log, storage }, { signal });
    return failureCount === 0 ? "gone" : "left";
  } catch (error) {
    if (isTaken(error)) return "left";
    // Its volume is away: again another time.
    if (!isAppError(error) && !signal.aborted) log.error({ err: error, trashId: row.id }, "trash could not be swept");
    return "away";
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
async function heldByTrash({ db }: Sweep): Promise<Held[][]> {
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
async function shrink(sweep: Sweep, nowMs: number): Promise<void> {
  const read = (id: string) => sweep.db.trash.findUnique({ where: { id } });
  for (const held of await heldByTrash(sweep)) {
    const first = await read(held[0]?.id ?? "");
    const volume = first === null ? null : await sweep.storage.trash.volume(placeOf(first)).catch(() => null);
    if (volume === null) continue;
    let over = held.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0) - mostTrashBytes(volume.totalBytes);
    for (const one of [...held.filter(({ isVersion }) => isVersion), ...held.filter(({ isVersion }) => !isVersion)]) {
      if (over <= 0 || (!one.isVersion && one.deletedAt.getTime() > nowMs - sparedMs)) break;
      const row = await read(one.id);
      if (sweep.signal.aborted) return;
      if (row !== null && (await purgeQuietly(sweep, row)) === "gone") over -= one.sizeBytes ?? 0;
    }
  }
}
