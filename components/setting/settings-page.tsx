"use client";

import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { ProtectedPaths } from "./protected-paths";

export function SettingsPage() {
  const t = useTranslations("setting");
  return (
    <Page title={t("title")}>
      <RequirePermission permission="sys_protection_dir">
        <ProtectedPaths />
      </RequirePermission>
    </Page>
  );
}
