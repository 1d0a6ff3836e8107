"use client";

import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCan } from "@/components/layout/use-can";
import { ProtectedPaths } from "./protected-paths";
import { SearchIndex } from "./search-index";
import { TrashSettings } from "./trash-setting";
import { UploadLimits } from "./upload-limits";

export function SettingsPage() {
  const t = useTranslations("setting");
  const can = useCan();
  const mayOther = can("dir_upload_max_num") || can("recycle_file_save") || can("search_index");
  return (
    <Page title={t("title")}>
      {can("recycle_file_save") ? <TrashSettings /> : null}
      {can("dir_upload_max_num") ? <UploadLimits /> : null}
      {can("search_index") ? <SearchIndex /> : null}
      {mayOther && !can("sys_protection_dir") ? null : (
        <RequirePermission permission="sys_protection_dir">
          <ProtectedPaths />
        </RequirePermission>
      )}
    </Page>
  );
}
