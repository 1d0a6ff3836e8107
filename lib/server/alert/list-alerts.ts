import type { Alert, alertContract } from "@/lib/contracts/alert";
import { maxPastAlerts, pastAlertDays } from "@/lib/shared/alerts";
import type { Service } from "@/lib/server/http/service";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { toAlert } from "./alert-rows";
import { maySee } from "./may-see";
import { runningAlerts } from "./running";

const dayMs = 86_400_000;

export const listAlerts: Service<typeof alertContract.listAlerts> = async (_, { db, actor }) => {
  await runningAlerts().settled();
  const since = new Date(Date.now() - pastAlertDays * dayMs);
  const found = await findRows("alerts", maxPastAlerts, (page) =>
    db.alert.findMany({
      where: { resolvedAt: { gt: since } },
      orderBy: [{ firedAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  const past = await readEach("alerts", found.rows, toAlert);
  const mine = (alerts: readonly Alert[]) => alerts.filter((alert) => maySee(actor, alert));
  return {
    current: mine(runningAlerts().current()),
    past: mine(past.rows),
    unreadable: found.unreadable + past.unreadable,
  };
};
