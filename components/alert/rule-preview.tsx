"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/lib/client/call";
import type { AlertRuleInput } from "@/lib/contracts/alert";
import { sayTimes } from "./say-times";
import styles from "./alerts.module.css";

const pauseMs = 400;

/** How often the rule would have fired in the last week, once nobody types any more. */
export function RulePreview({ input }: { input: AlertRuleInput | null }) {
  const asked = useSettled(input === null ? "" : JSON.stringify(conditionOf(input)));
  const t = useTranslations("alert.preview");
  const preview = useQuery({
    queryKey: ["alert", "preview", asked],
    queryFn: ({ signal }) =>
      // What `conditionOf` has made.
      api.alert.previewAlertRule(JSON.parse(asked) as ReturnType<typeof conditionOf>, { signal }),
    enabled: asked !== "",
    placeholderData: (before) => before,
    meta: { errorOwner: "form" },
  });
  const found = preview.data;
  return (
    <output className={styles["preview"]}>
      {found === undefined || asked === "" ? null : found.times === null ? t("unknown") : sayTimes(t, found)}
    </output>
  );
}

function conditionOf({ metric, subject, comparison, threshold, for_seconds }: AlertRuleInput) {
  return { metric, subject, comparison, threshold, for_seconds };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
