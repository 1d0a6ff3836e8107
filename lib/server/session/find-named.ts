import { usernameForms } from "@/lib/shared/username";
import type { Db } from "@/lib/server/db/open-db";

/**
 * The id of who has this username, in whatever form it is given or stored; null: nobody. By the index of names alone: whether there is such a user cannot be told from how
 * long it takes. The very same letters come first, should two old accounts differ in their form alone.
 */
export async function findNamed(db: Db, username: string): Promise<string | null> {
  const forms = usernameForms(username);
  const users = await db.user.findMany({ where: { username: { in: forms } }, select: { id: true, username: true } });
  const rank = (user: { username: string }) => forms.indexOf(user.username);
  return users.toSorted((one, other) => rank(one) - rank(other))[0]?.id ?? null;
}
