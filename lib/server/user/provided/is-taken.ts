import type { Db } from "@/lib/server/db/open-db";

/** Whether there is such a user; also when only capitals or the like differ: nobody shall look like somebody else. */
export async function isTaken(db: Db, username: string): Promise<boolean> {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase();
  const users = await db.user.findMany({ select: { username: true } });
  return users.some((user) => plain(user.username) === plain(username));
}
