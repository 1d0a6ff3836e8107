import type { Alert } from "@/lib/contracts/alert";
import { comparisons, isAlertMetric, maxPastAlerts, pastAlertDays } from "@/lib/shared/alerts";
import { importances } from "@/lib/shared/notify";
import type { Db } from "@/lib/server/db/open-db";

const dayMs = 86_400_000;

type Row = Awaited<ReturnType<Db["alert"]["findMany"]>>[number];

/** Throws for what this version does not understand. */
export function toAlert(row: Row): Alert {
  const { id, ruleId, metric, subject, comparison, importance, threshold, value, worst } = row;
  const [compared, weight] = [
    comparisons.find((one) => one === comparison),
    importances.find((one) => one === importance),
  ];
  if (!isAlertMetric(metric) || compared === undefined || weight === undefined)
    throw new Error("an unknown kind of alert");
  return {
    id,
    rule_id: ruleId,
    metric,
    subject,
    comparison: compared,
    importance: weight,
    threshold,
    value,
    worst,
    since: row.since.getTime(),
    fired_at: row.firedAt.getTime(),
    resolved_at: row.resolvedAt?.getTime() ?? null,
  };
}

/** Removes alerts that are over: old ones, and the oldest where there are too many. */
export async function pruneAlerts(db: Db, nowMs = Date.now()): Promise<void> {
  await db.alert.deleteMany({ where: { resolvedAt: { lt: new Date(nowMs - pastAlertDays * dayMs) } } });
  await db.$executeRaw`DELETE FROM "Alert" WHERE "resolvedAt" IS NOT NULL AND "id" NOT IN
    (SELECT "id" FROM "Alert" WHERE "resolvedAt" IS NOT NULL ORDER BY "firedAt" DESC LIMIT ${maxPastAlerts * 5})`;
}
