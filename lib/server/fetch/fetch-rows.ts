import { z } from "zod";
import { entryName, virtualPath } from "@/lib/contracts/fields";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import type { Db } from "@/lib/server/db/open-db";
import { sealText, unsealText } from "@/lib/server/session/seal";
import { sweepPart } from "@/lib/server/storage/places";
import type { FetchMemory, Kept } from "./fetch-part";

const wishSchema = z.object({
  url: z.string().transform((text) => new URL(text)),
  to: virtualPath,
  /** Where that led when it was asked for, as a place id; null: an earlier version did not note it. */
  place: z.string().nullable().default(null),
  name: entryName.optional().transform((name) => name),
  checksum: z.string().optional(),
  conflict: z.enum(["rename", "replace", "skip", "ask"]),
});

const keptSchema = z.object({
  partId: z.string(),
  place: z.string(),
  name: entryName,
  conflict: z.enum(["fail", "rename", "replace"]),
  validator: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  etag: z.string().nullable(),
});

/** What was asked of a remote download. */
export type StoredWish = z.output<typeof wishSchema>;
export type FetchRow = { taskId: string; ownerId: string; tokenId: string | null; wish: string; kept: string | null };

type Remembering = { taskId: string; actor: Actor; wish: StoredWish };

export async function rememberFetch(db: Db, { taskId, actor, wish }: Remembering): Promise<FetchRow> {
  const sealed = sealText(JSON.stringify(wish), { keys: getApp().keys, about: `fetch ${taskId}` });
  const { tokenId } = actor;
  return db.remoteFetch.create({ data: { taskId, ownerId: userIdOf(actor), tokenId, wish: sealed } });
}

/** Null when the key file is another one than then. */
export function wishOf({ taskId, wish }: FetchRow): StoredWish | null {
  const text = unsealText(wish, { keys: getApp().keys, about: `fetch ${taskId}` });
  return text === null ? null : wishSchema.parse(JSON.parse(text));
}

export function keptOf({ kept }: FetchRow): Kept | null {
  return kept === null ? null : keptSchema.parse(JSON.parse(kept));
}

/** Names may be no valid Unicode: JSON escapes what is not. */
export function memoryOf(db: Db, row: FetchRow): FetchMemory {
  let kept = keptOf(row);
  return {
    kept: () => kept,
    keep: async (next) => {
      kept = next;
      await db.remoteFetch.update({ where: { taskId: row.taskId }, data: { kept: JSON.stringify(next) } });
    },
  };
}

/** When it is over, however it ended. What cannot be removed now is tried again at the next start. */
export async function forgetFetch(db: Db, { taskId }: Pick<FetchRow, "taskId">): Promise<void> {
  const row = await db.remoteFetch.findUnique({ where: { taskId } });
  if (row === null) return;
  const kept = keptOf(row);
  if (kept === null || (await sweepPart(kept.place))) await db.remoteFetch.delete({ where: { taskId } });
}
