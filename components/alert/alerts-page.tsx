"use client";

import { useTranslations } from "next-intl";
import { useCan } from "@/components/layout/use-can";
import { Page } from "@/components/layout/page";
import { Section } from "@/components/layout/section";
import { AlertList } from "@/components/domain/alert/alert-list";
import { useCurrentAlerts } from "@/components/domain/alert/use-current-alerts";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { AlertHistory } from "./alert-history";
import { RuleSection } from "./rule-section";

/** What is wrong with the machine, by which rules, and what was. */
export default function AlertsPage() {
  const t = useTranslations("alert");
  const can = useCan();
  const alerts = useCurrentAlerts();
  return (
    <Page title={t("title")}>
      <Section title={t("current")}>
        {alerts === null ? (
          <LoadingState rows={2} />
        ) : alerts.length === 0 ? (
          <EmptyState title={t("none")} hint={t("noneHint")} compact />
        ) : (
          <AlertList label={t("current")} alerts={alerts} />
        )}
      </Section>
      {can("alert_manage") ? <RuleSection /> : null}
      {alerts === null ? null : <AlertHistory current={alerts} />}
    </Page>
  );
}
