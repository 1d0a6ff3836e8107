"use client";

import { useTranslations } from "next-intl";
import { useSayAlert } from "@/components/domain/alert/use-say-alert";
import type { AlertRuleInput } from "@/lib/contracts/alert";
import { alertMeasures } from "@/lib/shared/alerts";
import { clockOf } from "@/lib/shared/clock";

/** A rule in words: what it fires on, and what else it says. */
export function useSayRule(): (rule: AlertRuleInput) => { condition: string; facts: readonly string[] } {
  const t = useTranslations("alert");
  const say = useSayAlert();
  return (rule) => {
    const { metric, comparison, threshold, for_seconds: seconds, quiet, repeat_minutes: repeat } = rule;
    const name = say.name(rule);
    const limit = say.value(metric, threshold);
    const condition = alertMeasures[metric].unit === "state" ? name : t(`conditions.${comparison}`, { name, limit });
    const facts = [
      t(`importances.${rule.importance}`),
      seconds < 60 ? t("rules.atOnce") : t("rules.after", { minutes: Math.round(seconds / 60) }),
      ...(repeat === 0 ? [] : [t("rules.again", { hours: Math.round(repeat / 6) / 10 })]),
      ...(quiet === null ? [] : [t("rules.quietFrom", { from: clockOf(quiet.from), to: clockOf(quiet.to) })]),
    ];
    return { condition, facts };
  };
}
