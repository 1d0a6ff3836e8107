"use client";

import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSayAlert } from "@/components/domain/alert/use-say-alert";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { alertMeasures, alertMetrics, comparisons, isAlertMetric } from "@/lib/shared/alerts";
import { withMetric, type RuleDraft } from "./rule-draft";
import styles from "./alerts.module.css";

const suffixes = { share: "%", number: "", celsius: "°C", rate: "MB/s", state: "" } as const;

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

/** What the rule fires on. */
export function ConditionFields({ draft, onChange }: Props) {
  const t = useTranslations("alert");
  const say = useSayAlert();
  const { metric, comparison, amount, minutes } = draft;
  const { unit, hasParts } = alertMeasures[metric];
  const suffix = suffixes[unit];
  const numberOf = (value: string | number) => (value === "" ? Number.NaN : Number(value));
  return (
    <div className={styles["fields"]}>
      <NativeSelect
        label={t("fields.metric")}
        className={styles["wide"]}
        value={metric}
        data={alertMetrics.map((one) => ({ value: one, label: say.name({ metric: one, subject: null }) }))}
        onChange={({ currentTarget }) => {
          if (isAlertMetric(currentTarget.value)) onChange(withMetric(draft, currentTarget.value));
        }}
        data-autofocus
      />
      {hasParts ? <SubjectField draft={draft} onChange={onChange} /> : null}
      {unit === "state" ? null : (
        <>
          <NativeSelect
            label={t("fields.comparison")}
            value={comparison}
            data={comparisons.map((one) => ({ value: one, label: t(`fields.${one}`) }))}
            onChange={({ currentTarget }) =>
              onChange({ comparison: comparisons.find((one) => one === currentTarget.value) ?? "above" })
            }
          />
          <NumberInput
            label={t("fields.threshold")}
            value={Number.isNaN(amount) ? "" : amount}
            min={0}
            {...(suffix === "" ? {} : { suffix: ` ${suffix}` })}
            {...(unit === "share" ? { max: 100 } : {})}
            hideControls
            onChange={(value) => onChange({ amount: numberOf(value) })}
          />
        </>
      )}
      <NumberInput
        label={t("fields.minutes")}
        description={t("fields.minutesHint")}
        inputWrapperOrder={["label", "input", "description"]}
        value={Number.isNaN(minutes) ? "" : minutes}
        min={0}
        max={1440}
        hideControls
        onChange={(value) => onChange({ minutes: numberOf(value) })}
      />
    </div>
  );
}

/** One of the parts that there are now, or any; a unit by its name. */
function SubjectField({ draft, onChange }: Props) {
  const t = useTranslations("alert");
  const choices = useQuery(queryOf(allRoutes.alert.listAlertChoices, {}));
  const parts = choices.data?.subjects[draft.metric] ?? [];
  if (alertMeasures[draft.metric].kind === "unit")
    return (
      <TextInput
        label={t("fields.unit")}
        placeholder="nginx.service"
        description={t("fields.unitHint")}
        inputWrapperOrder={["label", "input", "description"]}
        dir="ltr"
        value={draft.subject}
        onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
      />
    );
  const isGone = draft.subject !== "" && !parts.some(({ id }) => id === draft.subject);
  return (
    <NativeSelect
      label={t("fields.subject")}
      value={draft.subject}
      data={[
        { value: "", label: t("fields.any") },
        ...(isGone ? [{ value: draft.subject, label: draft.subject }] : []),
        ...parts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
    />
  );
}
