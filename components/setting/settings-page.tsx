"use client";

import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCan } from "@/components/layout/use-can";
import { ProtectedPaths } from "./protected-paths";
import { SearchIndex } from "./search-index";
import { UploadLimits } from "./upload-limits";

export function SettingsPage() {
  const t = useTranslations("setting");
  const can = useCan();
  const mayLimit = can("dir_upload_max_num");
  return (
    <Page title={t("title")}>
      {mayLimit ? <UploadLimits /> : null}
      {can("search_index") ? <SearchIndex /> : null}
      {(mayLimit || can("search_index")) && !can("sys_protection_dir") ? null : (
        <RequirePermission permission="sys_protection_dir">
          <ProtectedPaths />
        </RequirePermission>
      )}
    </Page>
  );
}
