import { hostname } from "node:os";
import type { Alert, AlertRule } from "@/lib/contracts/alert";
import { pageOfAlert } from "@/lib/shared/alert-page";
import type { Told } from "@/lib/shared/notify";
import type { Db } from "@/lib/server/db/open-db";
import { tellWebhooks } from "@/lib/server/notify/deliver";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { findUserActor } from "@/lib/server/session/find-actor";
import type { Announcement } from "./engine";
import { maySee } from "./may-see";

/** Tells everybody whom the rule names and who may see the system; in quiet time in their lists alone. */
export async function tellOfAlert(
  db: Db,
  { rule, alert, words, isQuiet, isListed, atMs }: Announcement,
): Promise<void> {
  const message = messageOf(alert, { words, atMs });
  const ways = rule.ways.filter((way) => (way === "list" ? isListed : !isQuiet));
  for (const userId of await findListeners(db, rule)) tellUser({ userId, message, ways });
  if (!isQuiet) tellWebhooks(await webhooksOf(db, rule), message);
}

function messageOf(alert: Alert, { words, atMs }: Pick<Announcement, "words" | "atMs">): Told {
  const { metric, subject, comparison, value, threshold: limit, since } = alert;
  const minutes = Math.max(1, Math.round((atMs - since) / 60_000));
  return {
    kind: "alert",
    importance: words === "alertResolved" ? "info" : alert.importance,
    words,
    params: { metric, subject, comparison, value, limit, minutes, host: hostname() },
    link: pageOfAlert(alert),
  };
}

/** Who may not see the system hears nothing of it, whoever is named. */
async function findListeners(db: Db, rule: AlertRule): Promise<string[]> {
  const { role_ids: roleIds, user_ids: userIds } = rule;
  const isForAll = roleIds.length === 0 && userIds.length === 0;
  const named = isForAll ? {} : { OR: [{ id: { in: userIds } }, { roleId: { in: roleIds } }] };
  const users = await db.user.findMany({ where: { disabled: false, ...named }, select: { id: true } });
  const found: string[] = [];
  for (const { id } of users) {
    const actor = await findUserActor(db, id);
    if (actor !== null && maySee(actor, rule)) found.push(id);
  }
  return found;
}

async function webhooksOf(db: Db, { webhook_ids: ids }: AlertRule): Promise<string[]> {
  const where = { isEnabled: true, ...(ids === null ? {} : { id: { in: ids } }) };
  return (await db.webhook.findMany({ where, select: { id: true } })).map(({ id }) => id);
}
