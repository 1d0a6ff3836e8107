"use client";

import { Checkbox, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { backupRhythms, maxBackupHours, maxKeptBackups } from "@/lib/shared/backups";
import { clockOf, minuteOf } from "@/lib/shared/clock";
import type { DraftProps } from "./backup-draft";
import styles from "./backup.module.css";

/** From Monday on; 0 is Sunday. */
const week = [1, 2, 3, 4, 5, 6, 0] as const;
const aSunday = Date.UTC(2026, 0, 4);
const dayMs = 86_400_000;

/** When, and how many are kept. */
export function PlanFields({ value, onChange }: DraftProps) {
  const t = useTranslations("backup.setting");
  return (
    <>
      <div className={styles["fields"]}>
        <NativeSelect
          label={t("rhythm")}
          value={value.rhythm}
          data={backupRhythms.map((one) => ({ value: one, label: t(`rhythms.${one}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ rhythm: backupRhythms.find((one) => one === currentTarget.value) ?? "days" })
          }
        />
        {value.rhythm === "days" ? (
          <TextInput
            type="time"
            label={t("time")}
            description={t("timeHint")}
            inputWrapperOrder={["label", "input", "description"]}
            value={clockOf(value.minute)}
            onChange={({ currentTarget }) => {
              const minute = minuteOf(currentTarget.value);
              if (minute !== null) onChange({ minute });
            }}
          />
        ) : (
          <NumberInput
            label={t("hours")}
            min={1}
            max={maxBackupHours}
            clampBehavior="strict"
            allowDecimal={false}
            value={value.hours}
            onChange={(hours) => onChange({ hours: Number(hours) || 1 })}
          />
        )}
      </div>
      {value.rhythm === "days" ? <DayFields value={value} onChange={onChange} /> : null}
      <NumberInput
        label={t("keep")}
        description={t("keepHint")}
        inputWrapperOrder={["label", "input", "description"]}
        min={1}
        max={maxKeptBackups}
        clampBehavior="strict"
        allowDecimal={false}
        value={value.keep}
        onChange={(keep) => onChange({ keep: Number(keep) || 1 })}
      />
    </>
  );
}

/** At least one stays. */
function DayFields({ value: { days }, onChange }: DraftProps) {
  const t = useTranslations("backup.setting");
  const format = useFormatter();
  return (
    <fieldset className={styles["days"]}>
      <legend>{t("days")}</legend>
      <div>
        {week.map((day) => {
          const isChosen = days.includes(day);
          return (
            <Checkbox
              key={day}
              label={format.dateTime(aSunday + day * dayMs, { weekday: "short", timeZone: "UTC" })}
              checked={isChosen}
              disabled={isChosen && days.length === 1}
              onChange={({ currentTarget }) =>
                onChange({
                  days: [0, 1, 2, 3, 4, 5, 6].filter((one) =>
                    one === day ? currentTarget.checked : days.includes(one),
                  ),
                })
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
