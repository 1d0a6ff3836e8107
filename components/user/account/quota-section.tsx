"use client";

import { Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { useFormatSize } from "@/components/layout/use-format-size";
import { api } from "@/lib/client/call";
import styles from "./account.module.css";

const nearlyFull = 0.9;

/** How much of the own storage limit is used; nothing without a limit. */
export function QuotaSection() {
  const t = useTranslations("account.quota");
  const formatSize = useFormatSize();
  const quota = useQuery({
    queryKey: ["user", "quota"],
    queryFn: ({ signal }) => api.user.getQuota({}, { signal }),
    staleTime: 30_000,
  });
  const { limit = null, used = null } = quota.data ?? {};
  if (limit === null || used === null) return null;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = t("used", { used: formatSize(used), limit: formatSize(limit) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <p className={styles["quota"]}>{text}</p>
      <Progress value={share * 100} color={share >= nearlyFull ? "var(--bad)" : "var(--accent)"} aria-label={text} />
    </Section>
  );
}
