import type { alertContract } from "@/lib/contracts/alert";
import { alertMeasures, alertMetrics, maxAlertMarks } from "@/lib/shared/alerts";
import type { Service } from "@/lib/server/http/service";
import { toAlert } from "./alert-rows";
import { maySee } from "./may-see";
import { runningAlerts } from "./running";

/** States are in no chart. */
const drawn = alertMetrics.filter((metric) => alertMeasures[metric].unit !== "state");

export const listAlertMarks: Service<typeof alertContract.listAlertMarks> = async ({ from, to }, { db, actor }) => {
  await runningAlerts().settled();
  const rows = await db.alert.findMany({
    where: {
      metric: { in: drawn },
      since: { lte: new Date(to) },
      OR: [{ resolvedAt: null }, { resolvedAt: { gte: new Date(from) } }],
    },
    orderBy: { since: "desc" },
    take: maxAlertMarks,
  });
  // The table has the values with which they began.
  const current = new Map(
    runningAlerts()
      .current()
      .map((alert) => [alert.id, alert]),
  );
  const alerts = rows.flatMap(toAlert).map((alert) => current.get(alert.id) ?? alert);
  return { alerts: alerts.filter((alert) => maySee(actor, alert)) };
};
