import { trashEntry } from "@/lib/contracts/trash";
import { decodePath, encodePath, nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { AppError, isAppError } from "@/lib/shared/errors";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Pin } from "@/lib/server/storage/pins";
import type { TrashPlace, TrashPlan } from "@/lib/server/storage/trash-storage";

/** Own entries; root may ask for everybody's. */
export function ownedTrash(actor: Actor, all: boolean): { ownerId?: string } {
  return all && actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

/** What a restart has to look after: `there` is at rest. */
export type TrashState = "moving" | "there" | "restoring" | "purging";

/** Where the record does not say where the entry is, unless somebody is at it. */
export const brokenOff = { state: { in: ["moving", "restoring"] } };

/** Rows of entries on this machine's disks, and of those on hosts, by their trash's place. */
export const onDisks = { folder: { startsWith: "/" } };
export const onHosts = { NOT: onDisks };

/** The host that an entry is on, as a part of its place; empty for this machine's disks. */
export const volumeOf = ({ folder }: Pick<TrashRow, "folder">): string => folder.slice(0, folder.indexOf("/"));

/** What this process is moving at the moment: only what is not among it was broken off. */
const atWork = new Set<string>();

export const isAtWork = (id: string): boolean => atWork.has(id);

/** From before the record is made until it says where the entry is. */
export const beginWork = (id: string): void => void atWork.add(id);
export const endWork = (id: string): void => void atWork.delete(id);

/** Does a part of the work on entries whose records do not say where they are meanwhile. */
export async function whileAtWork<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  ids.forEach(beginWork);
  try {
    return await work();
  } finally {
    ids.forEach(endWork);
  }
}

type Taking = { from: readonly TrashState[]; to: TrashState };

/**
 * Does the work on an entry that nobody else is at: in this process by the register, and by its record, which changes in one step. Throws trash/busy for what
 * somebody is at, or has been broken off, and trash/gone. The work makes the record say where the entry is afterwards.
 */
export async function whileTaken<T>(
  id: string,
  { db, from, to }: Taking & { db: Db },
  work: () => Promise<T>,
): Promise<T> {
  if (isAtWork(id)) throw new AppError("trash/busy");
  return whileAtWork([id], async () => {
    const { count } = await db.trash.updateMany({ where: { id, state: { in: [...from] } }, data: { state: to } });
    if (count > 0) return work();
    throw new AppError((await db.trash.count({ where: { id } })) > 0 ? "trash/busy" : "trash/gone");
  });
}

/** What somebody else has taken, or taken out of the trash, needs nothing more from whoever only tidies up. */
export const isTaken = (error: unknown): boolean =>
  isAppError(error) && (error.key === "trash/busy" || error.key === "trash/gone");

export type TrashRow = NonNullable<Awaited<ReturnType<Db["trash"]["findUnique"]>>>;

type Deleted = {
  id: string;
  path: VirtualPath;
  plan: TrashPlan;
  actor: Actor;
  deletedAt: Date;
  isVersion?: boolean;
};

/** The record of an entry that is about to go. Names are bytes: the table keeps paths percent-encoded. */
export function toTrashRow({ id, path, plan, actor, deletedAt, isVersion = false }: Deleted): TrashRow {
  return {
    id,
    ownerId: userIdOf(actor),
    ownerName: actor.username,
    path: encodePath(path),
    hostPath: encodePath(plan.origin),
    folder: encodePath(plan.place.folder),
    kind: plan.kind,
    sizeBytes: plan.sizeBytes,
    versionOf: isVersion ? encodePath(plan.origin) : null,
    versionFile: null,
    changedAt: new Date(plan.mtimeMs),
    state: "moving" satisfies TrashState,
    deletedAt,
  };
}

/** Where it was, as its owner saw it. */
export function originOf(row: Pick<TrashRow, "path">): VirtualPath {
  const path = parseVirtualPath(decodePath(row.path) ?? "");
  if (path === null) throw new AppError("trash/gone");
  return path;
}

export function placeOf(row: Pick<TrashRow, "path" | "folder">): TrashPlace {
  return { folder: decodePath(row.folder) ?? "", name: nameOf(originOf(row)) };
}

/** Where it lies now, as one place id: what is kept with an entry goes there with it. */
export function trashedPlaceOf(row: Pick<TrashRow, "path" | "folder">): string {
  const { folder, name } = placeOf(row);
  return joinPlace(folder, name);
}

/** Where it was, as the actor sees it: another's roots have other names. Null when no root leads there. */
export function pathFor(row: TrashRow, { actor, storage }: Pick<Ctx, "actor" | "storage">): VirtualPath | null {
  return row.ownerId === actor.userId ? originOf(row) : storage.locate(decodePath(row.hostPath) ?? "");
}

/** A path of it, as the actor sees it, where it really was. */
export function pinOf({ hostPath }: Pick<TrashRow, "hostPath">, path: VirtualPath): Pin {
  return { path, place: decodePath(hostPath) };
}

/** Whether the actor may see it today: its folder may have been denied to them since. */
export function mayReach(row: Pick<TrashRow, "hostPath" | "kind">, storage: Ctx["storage"]): Promise<boolean> {
  return storage.trash.mayReach(decodePath(row.hostPath) ?? "", trashEntry.shape.kind.parse(row.kind));
}

/** Makes the record say where the entry is after something was done with it, or broken off. Whether it is in the trash. */
export async function settleRow(row: TrashRow, { db, storage }: Pick<Ctx, "db" | "storage">): Promise<boolean> {
  const hostPath = decodePath(row.hostPath) ?? "";
  const found = await storage.trash.settle(placeOf(row), hostPath).catch(() => "away" as const);
  if (found === "there") await setState(db, [row.id], "there");
  if (found === "gone") await db.trash.deleteMany({ where: { id: row.id } });
  return found === "there"; // its volume may be there at the next start
}

/** {@link settleRow} for what was broken off, unless somebody is at it or has been since it was read. */
export async function settleBroken({ id }: Pick<TrashRow, "id">, parts: Pick<Ctx, "db" | "storage">): Promise<void> {
  if (isAtWork(id)) return;
  await whileAtWork([id], async () => {
    const row = await parts.db.trash.findFirst({ where: { id, ...brokenOff } });
    if (row !== null) await settleRow(row, parts);
  });
}

export async function setState(db: Db, ids: readonly string[], state: TrashState): Promise<void> {
  await db.trash.updateMany({ where: { id: { in: [...ids] } }, data: { state } });
}
