"use client";

import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCan } from "@/components/layout/use-can";
import { useFeatures } from "@/components/registry/use-features";
import { LoadingState } from "@/components/ui/state/loading-state";

/** The settings that a user may change: each feature has its own part. */
export default function SettingsPage() {
  const t = useTranslations("setting");
  const can = useCan();
  const sections = useFeatures()
    .flatMap(({ settingSections = [] }) => settingSections)
    .filter(({ permission }) => [permission].flat().some(can))
    .sort((a, b) => a.order - b.order);
  return (
    <Page title={t("title")}>
      <Suspense fallback={<LoadingState rows={8} />}>
        {sections.map(({ id, Screen }) => (
          <Screen key={id} />
        ))}
      </Suspense>
      {sections.length > 0 ? null : <RequirePermission permission="sys_protection_dir">{null}</RequirePermission>}
    </Page>
  );
}
