import type { AlertRule, AlertRuleInput } from "@/lib/contracts/alert";
import { alertMeasures, formatAlertValue } from "@/lib/shared/alerts";
import { describeChanges, type Changes } from "@/lib/server/base/describe-changes";
import type { Db } from "@/lib/server/db/open-db";

/** For the audit log, which is in nobody's language: `space /srv above 90% 300s`. */
export function describeRule({ metric, subject, comparison, threshold, for_seconds: seconds }: AlertRuleInput): string {
  const { unit } = alertMeasures[metric];
  const limit = unit === "state" ? [] : [comparison, formatAlertValue(threshold, unit, "en")];
  return [metric, ...(subject === null ? [] : [subject]), ...limit, `${seconds}s`].join(" ");
}

/** What differs about a rule, with the names of those it tells. Before null: it is new, or this version did not understand what it was. */
export async function describeRuleChange(
  db: Db,
  { before, after }: { before: AlertRule | null; after: AlertRuleInput },
): Promise<Changes> {
  const idsOf = (field: "role_ids" | "user_ids" | "webhook_ids") => ({
    id: { in: [...(before?.[field] ?? []), ...(after[field] ?? [])] },
  });
  const [roles, users, webhooks] = await Promise.all([
    db.role.findMany({ where: idsOf("role_ids"), select: { id: true, name: true } }),
    db.user.findMany({ where: idsOf("user_ids"), select: { id: true, username: true } }),
    db.webhook.findMany({ where: idsOf("webhook_ids"), select: { id: true, name: true } }),
  ]);
  const names = new Map([
    ...[...roles, ...webhooks].map(({ id, name }): [string, string] => [id, name]),
    ...users.map(({ id, username }): [string, string] => [id, username]),
  ]);
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id);
  const fieldsOf = ({ role_ids, user_ids, webhook_ids, quiet, ...rest }: AlertRuleInput) => ({
    ...rest,
    quiet: quiet === null ? null : `${quiet.from}–${quiet.to}`,
    role_ids: namesOf(role_ids),
    user_ids: namesOf(user_ids),
    webhook_ids: webhook_ids === null ? null : namesOf(webhook_ids),
  });
  const now = fieldsOf(after);
  if (before === null) return describeChanges(Object.fromEntries(Object.keys(now).map((name) => [name, null])), now);
  const { id: _, ...was } = before;
  return describeChanges(fieldsOf(was), now);
}
