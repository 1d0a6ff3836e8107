"use client";

import { useTranslations } from "next-intl";
import { ProtectedList } from "@/components/layout/protected-list";
import { api } from "@/lib/client/call";
import { parseOwnProtected } from "@/lib/shared/protected-pattern";

/** What the user protects from their own hands. */
export function ProtectedSection() {
  const t = useTranslations("account.protected");
  return (
    <ProtectedList
      words="account.protected"
      queryKey={["setting", "protected", "own"]}
      load={(signal) => api.setting.getOwnProtected({}, { signal })}
      store={(value) => api.setting.setOwnProtected(value)}
      validate={(path) => (parseOwnProtected(path) === null ? t("invalid") : null)}
      example={{ plain: "files/a", placeholder: "files/photos/**" }}
    />
  );
}
