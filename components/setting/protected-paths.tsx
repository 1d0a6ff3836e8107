"use client";

import { useTranslations } from "next-intl";
import { ProtectedList } from "@/components/layout/protected-list";
import { api } from "@/lib/client/call";
import { hostPath } from "@/lib/contracts/fields";

/** The system-wide list of what nobody deletes, moves or renames. */
export default function ProtectedPaths() {
  const t = useTranslations("ui");
  return (
    <ProtectedList
      words="setting.protected"
      queryKey={["setting", "protected"]}
      load={(signal) => api.setting.getProtectedPaths({}, { signal })}
      store={(value) => api.setting.setProtectedPaths(value)}
      validate={(path) => (hostPath.safeParse(path).success ? null : t("absolutePath"))}
      example={{ plain: "/a", placeholder: "/srv/files/**" }}
    />
  );
}
