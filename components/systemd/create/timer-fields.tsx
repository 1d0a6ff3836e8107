"use client";

import { Autocomplete, Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { hintLast, type FieldProps } from "./field-props";
import styles from "@/components/systemd/systemd.module.css";

const usual = ["hourly", "daily", "weekly", "monthly", "*-*-* 04:00", "Mon..Fri 09:00", "*:0/15", "*-*-01 03:30"];
const typedMs = 300;

/** When it runs, and what. */
export function TimerFields({ draft, patch, wordOf, services }: FieldProps & { services: readonly string[] }) {
  const t = useTranslations("systemd.create");
  return (
    <>
      <Autocomplete
        label={t("calendar")}
        description={t("calendarHint")}
        inputWrapperOrder={hintLast}
        required
        dir="ltr"
        data={usual}
        filter={({ options }) => options}
        value={draft.calendar}
        error={wordOf("calendar")}
        maxLength={200}
        classNames={{ input: styles["mono"] ?? "" }}
        onChange={(calendar) => patch({ calendar })}
      />
      <NextTimes expression={draft.calendar.trim()} />
      <div className={styles["halves"]}>
        <TextInput
          label={t("randomDelay")}
          description={t("randomDelayHint")}
          inputWrapperOrder={hintLast}
          dir="ltr"
          value={draft.randomDelay}
          error={wordOf("delay")}
          maxLength={60}
          autoComplete="off"
          onChange={({ currentTarget }) => patch({ randomDelay: currentTarget.value.trim() })}
        />
        <Checkbox
          className={styles["besideField"] ?? ""}
          label={t("isPersistent")}
          description={t("isPersistentHint")}
          checked={draft.isPersistent}
          onChange={({ currentTarget }) => patch({ isPersistent: currentTarget.checked })}
        />
      </div>
      <SegmentedControl
        aria-label={t("runs")}
        value={draft.runsOther ? "other" : "command"}
        data={[
          { value: "command", label: t("runsCommand") },
          { value: "other", label: t("runsOther") },
        ]}
        onChange={(value) => patch({ runsOther: value === "other" })}
      />
      {draft.runsOther ? (
        <Autocomplete
          label={t("other")}
          required
          dir="ltr"
          data={[...services]}
          limit={50}
          value={draft.other}
          error={wordOf("other")}
          maxLength={255}
          onChange={(other) => patch({ other })}
        />
      ) : null}
    </>
  );
}

/** What systemd makes of it, some moments after it was typed. */
function NextTimes({ expression }: { expression: string }) {
  const t = useTranslations("systemd.create");
  const format = useFormatter();
  const errorText = useErrorText();
  const [asked, setAsked] = useState(expression);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(expression), typedMs);
    return () => clearTimeout(timer);
  }, [expression]);
  const found = useQuery({
    ...queryOf(allRoutes.systemd.nextTimes, { expression: asked }),
    enabled: asked !== "",
    retry: false,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const hasSeconds = found.data?.times.some((at) => at % 60_000 !== 0) === true;
  return (
    <output className={styles["times"]}>
      {asked === "" || found.isPending ? null : found.error !== null ? (
        <span data-wrong>{errorText(found.error)}</span>
      ) : (
        <>
          <span>{found.data.times.length === 0 ? t("never") : t("next")}</span>
          {found.data.times.map((at) => (
            <span key={at} data-time>
              {format.dateTime(at, { dateStyle: "medium", timeStyle: hasSeconds ? "medium" : "short" })}
            </span>
          ))}
        </>
      )}
    </output>
  );
}
