import type { AlertRuleInput } from "@/lib/contracts/alert";
import { alertMeasures, formatAlertValue } from "@/lib/shared/alerts";

/** For the audit log, which is in nobody's language: `space /srv above 90% 300s`. */
export function describeRule({ metric, subject, comparison, threshold, for_seconds: seconds }: AlertRuleInput): string {
  const { unit } = alertMeasures[metric];
  const limit = unit === "state" ? [] : [comparison, formatAlertValue(threshold, unit, "en")];
  return [metric, ...(subject === null ? [] : [subject]), ...limit, `${seconds}s`].join(" ");
}
