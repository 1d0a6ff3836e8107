"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { proxySecretHeader, type ProxySetting } from "@/lib/contracts/proxy-rules";

/** What the proxy says of whoever looks at this, so that nobody has to guess whether the header arrives. */
export function ProxySeen({ saved: { user_header: header, seen } }: { saved: ProxySetting }) {
  const t = useTranslations("user.proxy.seen");
  const format = useFormatter();
  if (seen.lacks_secret) return <Banner kind="warning">{t("noSecret", { header: proxySecretHeader })}</Banner>;
  if (!seen.from_proxy) return <Banner kind="warning">{t("direct")}</Banner>;
  if (seen.username === null) return <Banner kind="warning">{t("nobody", { header })}</Banner>;
  return (
    <Banner kind="success">
      {seen.groups.length === 0
        ? t("user", { header, username: seen.username })
        : t("groups", { header, username: seen.username, groups: format.list(seen.groups) })}
    </Banner>
  );
}
