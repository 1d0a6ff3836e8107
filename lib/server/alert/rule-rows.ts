import { z } from "zod";
import type { AlertRule, AlertRuleInput } from "@/lib/contracts/alert";
import { alertMeasures, comparisons, isAlertMetric, maxAlertRules, type Condition } from "@/lib/shared/alerts";
import { importances } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import { findRows, readEach, type ReadRows } from "@/lib/server/runtime/read-rows";

const ids = z.array(z.string()).catch([]);
const ways = z.array(z.enum(["list", "push", "mail"])).catch(["list"]);
const comparison = z.enum(comparisons);
const importance = z.enum(importances);

type Row = Awaited<ReturnType<Db["alertRule"]["findMany"]>>[number];

/** Those that this version understands. */
export async function findRules(db: Db): Promise<ReadRows<AlertRule>> {
  const found = await findRows("alert rules", maxAlertRules, (page) =>
    db.alertRule.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }], ...page }),
  );
  const { rows, unreadable } = await readEach("alert rules", found.rows, toRule);
  return { rows, unreadable: found.unreadable + unreadable };
}

/** Throws for one that this version does not understand. */
export function toRule(row: Row): AlertRule {
  if (!isAlertMetric(row.metric)) throw new Error("an unknown kind of alert");
  const { quietFrom: from, quietTo: to } = row;
  return {
    id: row.id,
    metric: row.metric,
    subject: row.subject,
    comparison: comparison.catch("above").parse(row.comparison),
    threshold: row.threshold,
    for_seconds: row.forSeconds,
    is_enabled: row.isEnabled,
    importance: importance.catch("warning").parse(row.importance),
    repeat_minutes: row.repeatMinutes,
    quiet: from === null || to === null ? null : { from, to },
    role_ids: ids.parse(row.roleIds),
    user_ids: ids.parse(row.userIds),
    ways: ways.parse(row.ways),
    webhook_ids: row.webhookIds === null ? null : ids.parse(row.webhookIds),
  };
}

type Said = Pick<AlertRuleInput, "metric" | "subject" | "comparison" | "threshold" | "for_seconds">;

export function conditionOf(rule: Said): Condition {
  const { metric, subject, comparison: compared, threshold, for_seconds: forSeconds } = rule;
  return isState(metric)
    ? { metric, subject, comparison: "above", threshold: 1, forSeconds }
    : { metric, subject, comparison: compared, threshold, forSeconds };
}

const isState = (metric: Condition["metric"]) => alertMeasures[metric].unit === "state";

export function toRow(input: AlertRuleInput): Omit<Prisma.AlertRuleUncheckedCreateInput, "id"> {
  const { metric, subject, comparison: compared, threshold, forSeconds } = conditionOf(input);
  return {
    metric,
    subject: alertMeasures[metric].hasParts ? subject : null,
    comparison: compared,
    threshold,
    forSeconds,
    isEnabled: input.is_enabled,
    importance: input.importance,
    repeatMinutes: input.repeat_minutes,
    quietFrom: input.quiet?.from ?? null,
    quietTo: input.quiet?.to ?? null,
    roleIds: input.role_ids,
    userIds: input.user_ids,
    ways: input.ways,
    webhookIds: input.webhook_ids ?? Prisma.DbNull,
  };
}

type Default = Pick<AlertRuleInput, "metric" | "threshold" | "for_seconds" | "importance">;
/** Right for every server. */
export const defaultRules = {
  first: [
    { metric: "space", threshold: 0.9, for_seconds: 300, importance: "critical" },
    { metric: "inodes", threshold: 0.9, for_seconds: 300, importance: "critical" },
    { metric: "pressureMemory", threshold: 0.2, for_seconds: 300, importance: "warning" },
    { metric: "unitFailed", threshold: 1, for_seconds: 0, importance: "warning" },
  ],
  restarts: [
    { metric: "containerRestarting", threshold: 1, for_seconds: 0, importance: "warning" },
    { metric: "unitRestarting", threshold: 1, for_seconds: 0, importance: "warning" },
  ],
} as const satisfies Record<string, readonly Default[]>;

/** The rules that a server begins with, or that came later, once: those that somebody deletes stay deleted. Nobody has more than may be. */
export async function addDefaultRules(db: Db, added: readonly Default[]): Promise<void> {
  const room = maxAlertRules - (await db.alertRule.count());
  for (const one of added.slice(0, Math.max(0, room))) {
    const input: AlertRuleInput = {
      ...one,
      subject: null,
      comparison: "above",
      is_enabled: true,
      repeat_minutes: 1440,
      quiet: null,
      role_ids: [],
      user_ids: [],
      ways: ["list", "push", "mail"],
      webhook_ids: null,
    };
    await db.alertRule.create({ data: { id: randomId(), ...toRow(input) } });
  }
}
