import type { Alert, alertContract } from "@/lib/contracts/alert";
import { maxPastAlerts, pastAlertDays } from "@/lib/shared/alerts";
import type { Service } from "@/lib/server/http/service";
import { toAlert } from "./alert-rows";
import { maySee } from "./may-see";
import { runningAlerts } from "./running";

const dayMs = 86_400_000;

export const listAlerts: Service<typeof alertContract.listAlerts> = async (_, { db, actor }) => {
  await runningAlerts().settled();
  const past = await db.alert.findMany({
    where: { resolvedAt: { gt: new Date(Date.now() - pastAlertDays * dayMs) } },
    orderBy: { firedAt: "desc" },
    take: maxPastAlerts,
  });
  const mine = (alerts: readonly Alert[]) => alerts.filter((alert) => maySee(actor, alert));
  return { current: mine(runningAlerts().current()), past: mine(past.flatMap(toAlert)) };
};
