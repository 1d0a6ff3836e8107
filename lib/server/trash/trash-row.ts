import { trashEntry } from "@/lib/contracts/trash";
import { decodePath, encodePath, nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import type { Pin } from "@/lib/server/storage/pins";
import type { TrashPlace, TrashPlan } from "@/lib/server/storage/trash-storage";

/** What a restart has to look after: `there` is at rest. */
export type TrashState = "moving" | "there" | "restoring" | "purging";

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

export async function setState(db: Db, ids: readonly string[], state: TrashState): Promise<void> {
  await db.trash.updateMany({ where: { id: { in: [...ids] } }, data: { state } });
}
