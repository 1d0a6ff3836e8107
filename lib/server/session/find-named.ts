import { isSameUsername } from "@/lib/shared/username";
import type { Db } from "@/lib/server/db/open-db";

const nonAscii = /[^\0-\x7f]/;

/**
 * The id of who has this username, in whatever form it was stored; null: nobody. Whether there is such a user cannot be told from how long it takes.
 * The very same letters come first, should two old accounts differ in their form alone.
 */
export async function findNamed(db: Db, username: string): Promise<string | null> {
  if (!nonAscii.test(username))
    return (await db.user.findUnique({ where: { username }, select: { id: true } }))?.id ?? null;
  const users = await db.user.findMany({ select: { id: true, username: true }, orderBy: { id: "asc" } });
  const same = users.filter((user) => isSameUsername(user.username, username));
  return (same.find((user) => user.username === username) ?? same[0])?.id ?? null;
}
