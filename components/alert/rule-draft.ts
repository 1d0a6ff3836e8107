import type { AlertRule, AlertRuleInput } from "@/lib/contracts/alert";
import { alertMeasures, type AlertMetric, type AlertUnit } from "@/lib/shared/alerts";
import { clockOf, minuteOf } from "@/lib/shared/clock";

/** A rule as its form has it: numbers as people write them, times as the fields have them. */
export type RuleDraft = Pick<
  AlertRuleInput,
  "metric" | "comparison" | "importance" | "is_enabled" | "role_ids" | "user_ids" | "ways" | "webhook_ids"
> & {
  /** Empty: each. */
  subject: string;
  /** NaN while nothing is typed. */
  amount: number;
  minutes: number;
  repeatMinutes: number;
  isQuiet: boolean;
  quietFrom: string;
  quietTo: string;
};

const factors: Record<AlertUnit, number> = { share: 100, number: 1, celsius: 1, rate: 1 / 1024 / 1024, state: 1 };
/** What a new rule begins with, for each unit. */
const usualAmounts: Record<AlertUnit, number> = { share: 90, number: 4, celsius: 80, rate: 50, state: 1 };

export const newRule: RuleDraft = {
  metric: "cpu",
  subject: "",
  comparison: "above",
  amount: usualAmounts.share,
  minutes: 5,
  importance: "warning",
  is_enabled: true,
  repeatMinutes: 0,
  isQuiet: false,
  quietFrom: "22:00",
  quietTo: "07:00",
  role_ids: [],
  user_ids: [],
  ways: ["list", "push", "mail"],
  webhook_ids: null,
};

export function draftOf(rule: AlertRule): RuleDraft {
  const { metric, subject, threshold, for_seconds: seconds, repeat_minutes: repeatMinutes, quiet } = rule;
  const { comparison, importance, is_enabled, role_ids, user_ids, ways, webhook_ids } = rule;
  const amount = Math.round(threshold * factors[alertMeasures[metric].unit] * 1000) / 1000;
  return {
    metric,
    subject: subject ?? "",
    comparison,
    amount,
    minutes: seconds / 60,
    importance,
    is_enabled,
    repeatMinutes,
    role_ids,
    user_ids,
    ways,
    webhook_ids,
    isQuiet: quiet !== null,
    quietFrom: clockOf(quiet?.from ?? 22 * 60),
    quietTo: clockOf(quiet?.to ?? 7 * 60),
  };
}

/** What another metric changes: its parts are others, and so are its numbers. */
export function withMetric(draft: RuleDraft, metric: AlertMetric): RuleDraft {
  const [before, unit] = [alertMeasures[draft.metric].unit, alertMeasures[metric].unit];
  return { ...draft, metric, subject: "", amount: before === unit ? draft.amount : usualAmounts[unit] };
}

/** Null while something is missing or makes no sense. */
export function inputOf(draft: RuleDraft): AlertRuleInput | null {
  const { metric, comparison, importance, is_enabled, role_ids, user_ids, ways, webhook_ids } = draft;
  const { unit, hasParts } = alertMeasures[metric];
  const [from, to] = [minuteOf(draft.quietFrom), minuteOf(draft.quietTo)];
  const numbers = [draft.amount, draft.minutes];
  if (numbers.some((number) => !Number.isFinite(number) || number < 0)) return null;
  if (draft.isQuiet && (from === null || to === null)) return null;
  return {
    metric,
    comparison,
    importance,
    is_enabled,
    role_ids,
    user_ids,
    ways,
    webhook_ids,
    subject: hasParts && draft.subject.trim() !== "" ? draft.subject.trim() : null,
    threshold: draft.amount / factors[unit],
    for_seconds: Math.min(86_400, Math.round(draft.minutes * 60)),
    repeat_minutes: draft.repeatMinutes,
    quiet: draft.isQuiet && from !== null && to !== null ? { from, to } : null,
  };
}
