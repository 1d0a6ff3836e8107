import { usernameForm } from "@/lib/shared/username";
import { createPace } from "@/lib/server/base/next-slice";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { App } from "@/lib/server/runtime/app";
import { isAppError } from "@/lib/shared/errors";

/**
 * Brings names from before there was one form into it, so that the index finds them. Where another account has the very same letters already, each keeps its own: nobody
 * becomes somebody else, and whoever is asked for by exactly these letters is still found.
 */
export async function normalizeUsernames({ db, log }: Pick<App, "db" | "log">): Promise<void> {
  const users = await db.user.findMany({ select: { id: true, username: true }, orderBy: { id: "asc" } });
  const pace = createPace();
  for (const { id, username } of users) {
    await pace();
    const form = usernameForm(username);
    if (form === username) continue;
    try {
      await db.user.updateMany({ where: { id, username }, data: { username: form } }).catch(refuseTaken("user/exists"));
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.warn({ userId: id }, "a username keeps its form: another account has the same letters");
    }
  }
}
