"use client";

import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCan } from "@/components/layout/use-can";
import { DavSettings } from "./dav-setting";
import { ProtectedPaths } from "./protected-paths";
import { SearchIndex } from "./search-index";
import { TrashSettings } from "./trash-setting";
import { UploadLimits } from "./upload-limits";

export function SettingsPage() {
  const t = useTranslations("setting");
  const can = useCan();
  const others = ["dir_upload_max_num", "recycle_file_save", "search_index", "webdav_setting"] as const;
  const mayOther = others.some(can);
  return (
    <Page title={t("title")}>
      {can("recycle_file_save") ? <TrashSettings /> : null}
      {can("dir_upload_max_num") ? <UploadLimits /> : null}
      {can("search_index") ? <SearchIndex /> : null}
      {can("webdav_setting") ? <DavSettings /> : null}
      {mayOther && !can("sys_protection_dir") ? null : (
        <RequirePermission permission="sys_protection_dir">
          <ProtectedPaths />
        </RequirePermission>
      )}
    </Page>
  );
}
