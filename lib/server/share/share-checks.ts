import type { ShareItem } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import type { ShareMode } from "@/lib/shared/share-modes";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Storage } from "@/lib/server/storage/storage";
import { permissionsFor } from "./open-share";
import type { StoredItem } from "./stored-share";

export function ownedBy(actor: Actor): { ownerId?: string } {
  return actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

export async function getShare(id: string, { db, actor, about }: Pick<Ctx, "db" | "actor" | "about">) {
  const row = await db.share.findFirst({ where: { id, ...ownedBy(actor) } });
  if (row === null) throw new AppError("share/not-found");
  about(`${row.link}: ${row.title}`);
  return row;
}

export function assertMayShare(mode: ShareMode, { permissions }: Actor): void {
  const missing = permissionsFor(mode).find((permission) => !permissions.has(permission));
  if (missing !== undefined) throw new AppError("auth/forbidden", { permission: missing });
}

/** Nobody gives what they do not hold: every entry is looked at with the rights of the one who shares. */
export async function assertFitting(
  items: readonly Pick<ShareItem, "path">[],
  mode: ShareMode,
  storage: Storage,
): Promise<void> {
  if (mode === "upload" && items.length !== 1) throw new AppError("share/entry");
  for (const { path } of items) await assertFits(path, mode, storage);
}

export async function assertFits(text: string, mode: ShareMode, storage: Storage): Promise<void> {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  const { kind, writable } = await storage.stat(path);
  if (kind !== "folder" && (kind !== "file" || mode === "upload")) throw new AppError("share/entry");
  if (mode === "upload" && !writable) throw new AppError("file/read-only");
}

export type Identified = StoredItem & { fileId: string | null };

/** Where an entry is, and which one it is. */
export async function identifyItem(item: ShareItem, storage: Storage): Promise<Identified> {
  const path = parseVirtualPath(item.path);
  if (path === null) throw new AppError("file/not-found");
  const { place, id } = await storage.identify(path);
  return { ...item, hostPath: place, fileId: id };
}

export const asStored = ({ name, path, hostPath }: Identified): StoredItem => ({ name, path, hostPath });

export const bytesIn = (items: readonly ShareItem[]) => Buffer.byteLength(JSON.stringify(items));

export function assertNotTooLong(items: readonly ShareItem[]): void {
  if (bytesIn(items) > limits.shares.bytesEach) throw new AppError("share/too-long");
}

/** By the length that the database has for it (octet_length), not by what is in it. */
export async function assertRoomFor(items: readonly StoredItem[], ownerId: string, db: Db): Promise<void> {
  assertNotTooLong(items);
  const [held] = await db.$queryRaw<{ bytes: bigint | number | null }[]>`
    SELECT SUM(octet_length("items")) AS "bytes" FROM "Share" WHERE "ownerId" = ${ownerId}`;
  if (Number(held?.bytes ?? 0) + bytesIn(items) > limits.shares.perOwnerBytes) throw new AppError("share/too-many");
}
