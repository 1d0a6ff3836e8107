"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { ShareDraft } from "./share-draft";
import styles from "./share.module.css";

const lifetimesDays = [1, 7, 30, 365];

type Props = {
  draft: ShareDraft;
  patch: (change: Partial<ShareDraft>) => void;
  /** When the share ends that is being changed. */
  kept: number | null;
  hasProblem: boolean;
};

/** When a share ends: never, after some days, or with a day of one's own. */
export function ExpiryFields({ draft, patch, kept, hasProblem }: Props) {
  const t = useTranslations("share.field");
  const format = useFormatter();
  const [today] = useState(() => localDay(new Date()));
  const keptOption = (endsMs: number) => ({
    value: "kept",
    label: t("expiries.kept", { date: format.dateTime(endsMs, { dateStyle: "medium" }) }),
  });
  return (
    <div className={styles["expiry"]}>
      <NativeSelect
        label={t("expiry")}
        value={draft.expiry}
        data={[
          { value: "", label: t("expiries.never") },
          ...(kept === null ? [] : [keptOption(kept)]),
          ...lifetimesDays.map((days) => ({ value: String(days), label: t("expiries.days", { days }) })),
          { value: "date", label: t("expiries.date") },
        ]}
        onChange={({ currentTarget }) => patch({ expiry: currentTarget.value })}
      />
      {draft.expiry === "date" ? (
        <TextInput
          type="date"
          label={t("expiryDate")}
          min={today}
          value={draft.expiryDate}
          error={hasProblem ? t("expiryProblem") : null}
          onChange={({ currentTarget }) => patch({ expiryDate: currentTarget.value })}
        />
      ) : null}
    </div>
  );
}

/** As date fields want it, in the user's own time. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
