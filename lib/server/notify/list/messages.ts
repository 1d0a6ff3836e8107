import { storedMessage, type Message } from "@/lib/contracts/notify";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { notifyContract } from "@/lib/contracts/notify";
import { maxMessages, messageDays, shownMessages, type Told } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";

type List = OutputOf<typeof notifyContract.listMessages>;
type Listener = (userId: string) => void;

const listeners = new Set<Listener>();
const dayMs = 86_400_000;

/** Told whose messages have changed, until the returned function is called. */
export function onMessagesChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish(userId: string): void {
  for (const listener of listeners) listener(userId);
}

/** Puts a message into its user's list, and drops the oldest where there are too many: of each kind as many are kept, so that many of one push out no other. */
export async function keepMessage(
  db: Db,
  { userId, message, isRead }: { userId: string; message: Told; isRead: boolean },
): Promise<void> {
  const { kind, importance, words, params, link } = message;
  const createdAt = new Date();
  const readAt = isRead ? createdAt : null;
  await db.message.create({
    data: { id: randomId(), userId, kind, importance, words, params: { ...params }, link, createdAt, readAt },
  });
  if ((await db.message.count({ where: { userId } })) > maxMessages) {
    const kept = await idsOfNewest(db, userId, maxMessages);
    await db.message.deleteMany({ where: { userId, createdAt: { lte: createdAt }, id: { notIn: kept } } });
  }
  publish(userId);
}

/** The newest of each kind in turn, until there are so many. */
async function idsOfNewest(db: Db, userId: string, most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`SELECT "id" FROM
    (SELECT "id", "createdAt", ROW_NUMBER() OVER (PARTITION BY "kind" ORDER BY "createdAt" DESC, "id") AS "place"
      FROM "Message" WHERE "userId" = ${userId})
    ORDER BY "place", "createdAt" DESC, "id" LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

export async function findMessages(db: Db, userId: string): Promise<List> {
  const ids = await idsOfNewest(db, userId, shownMessages);
  const found = await findRows("messages", shownMessages, (page) =>
    db.message.findMany({
      where: { userId, id: { in: ids } },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  const unread = await db.message.count({ where: { userId, readAt: null } });
  const { rows: messages, unreadable } = await readEach("messages", found.rows, toMessage);
  return { messages, unread, unreadable: found.unreadable + unreadable };
}

type Row = Awaited<ReturnType<Db["message"]["findMany"]>>[number];

/** Throws for what an older or newer version has written, and this one has no words for. */
function toMessage({ id, kind, importance, words, params, link, createdAt, readAt }: Row): Message {
  const at = createdAt.getTime();
  return storedMessage.parse({ id, kind, importance, words, params, link, at, is_read: readAt !== null });
}

export const listMessages: Service<typeof notifyContract.listMessages> = (_, { db, actor }) =>
  findMessages(db, userIdOf(actor));

export const readMessages: Service<typeof notifyContract.readMessages> = async ({ ids }, { db, actor }) => {
  const userId = userIdOf(actor);
  const { count } = await db.message.updateMany({
    where: { ...meant(userId, ids), readAt: null },
    data: { readAt: new Date() },
  });
  if (count > 0) publish(userId);
  return findMessages(db, userId);
};

export const deleteMessages: Service<typeof notifyContract.deleteMessages> = async ({ ids }, { db, actor }) => {
  const userId = userIdOf(actor);
  const { count } = await db.message.deleteMany({ where: meant(userId, ids) });
  if (count > 0) publish(userId);
  return findMessages(db, userId);
};

function meant(userId: string, ids: readonly string[] | undefined) {
  return ids === undefined ? { userId } : { userId, id: { in: [...ids] } };
}

export async function pruneMessages(db: Db, nowMs = Date.now()): Promise<void> {
  await db.message.deleteMany({ where: { createdAt: { lt: new Date(nowMs - messageDays * dayMs) } } });
}
