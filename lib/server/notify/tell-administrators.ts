import type { Told } from "@/lib/shared/notify";
import type { Db } from "@/lib/server/db/open-db";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { tellWebhooks } from "./deliver";

/** Tells every administrator, by their ways, and every webhook, what is wrong with the server itself. */
export async function tellAdministrators(db: Db, message: Told): Promise<void> {
  const select = { id: true };
  const users = await db.user.findMany({ where: { isRoot: true, disabled: false }, select });
  for (const { id } of users) tellUser({ userId: id, message, ways: ["list", "push", "mail"] });
  const webhooks = await db.webhook.findMany({ where: { isEnabled: true }, select });
  tellWebhooks(
    webhooks.map(({ id }) => id),
    message,
  );
}
