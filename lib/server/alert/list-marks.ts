import type { alertContract } from "@/lib/contracts/alert";
import { alertMeasures, alertMetrics, maxAlertMarks } from "@/lib/shared/alerts";
import type { Service } from "@/lib/server/http/service";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { toAlert } from "./alert-rows";
import { maySee } from "./may-see";
import { runningAlerts } from "./running";

/** States are in no chart. */
const drawn = alertMetrics.filter((metric) => alertMeasures[metric].unit !== "state");

export const listAlertMarks: Service<typeof alertContract.listAlertMarks> = async ({ from, to }, { db, actor }) => {
  await runningAlerts().settled();
  const found = await findRows("alerts", maxAlertMarks, (page) =>
    db.alert.findMany({
      where: {
        metric: { in: drawn },
        since: { lte: new Date(to) },
        OR: [{ resolvedAt: null }, { resolvedAt: { gte: new Date(from) } }],
      },
      orderBy: [{ since: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  const read = await readEach("alerts", found.rows, toAlert);
  // The table has the values with which they began.
  const current = new Map(
    runningAlerts()
      .current()
      .map((alert) => [alert.id, alert]),
  );
  const alerts = read.rows.map((alert) => current.get(alert.id) ?? alert);
  return {
    alerts: alerts.filter((alert) => maySee(actor, alert)),
    unreadable: found.unreadable + read.unreadable,
  };
};
