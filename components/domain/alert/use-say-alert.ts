"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";
import { alertMeasures, formatAlertValue, type AlertMetric } from "@/lib/shared/alerts";
import { shownName } from "@/lib/shared/shown-name";

export type SaidAlert = {
  /** What it is about, such as “Space used on /srv”. */
  name: (about: { metric: AlertMetric; subject: string | null }) => string;
  value: (metric: AlertMetric, value: number) => string;
};

/** Says what an alert, or a rule, is about; a subject that is null means each of them. */
export function useSayAlert(): SaidAlert {
  const t = useTranslations("notify");
  const locale = useLocale();
  const name = useCallback<SaidAlert["name"]>(
    ({ metric, subject }) =>
      subject === null && hasAny(metric)
        ? t(`anyFigures.${metric}`)
        : t(`figures.${metric}`, { subject: shownName(subject ?? "") }),
    [t],
  );
  const value = useCallback<SaidAlert["value"]>(
    (metric, amount) => formatAlertValue(amount, alertMeasures[metric].unit, locale),
    [locale],
  );
  return { name, value };
}

type WithParts = {
  [M in AlertMetric]: (typeof alertMeasures)[M]["hasParts"] extends false ? never : M;
}[AlertMetric];

/** The measures that several parts of a machine have. */
function hasAny(metric: AlertMetric): metric is WithParts {
  return alertMeasures[metric].hasParts;
}
