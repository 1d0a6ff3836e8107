import type { Db } from "@/lib/server/db/open-db";
import { looksAlike } from "@/lib/server/user/looks-alike";

/** Whether a user other than `ownId` has this name, or one that it could be taken for. Asked within the turn of whatever gives the name. */
export async function isTaken(db: Db, username: string, ownId: string | null = null): Promise<boolean> {
  const users = await db.user.findMany({ select: { id: true, username: true } });
  return users.some((user) => user.id !== ownId && looksAlike(user.username, username));
}
