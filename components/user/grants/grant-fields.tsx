"use client";

import { useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { useCan } from "@/components/layout/use-can";
import { ContainerRuleFields } from "@/components/user/containers/container-rule-fields";
import type { Grants } from "./grants";
import { PermissionPicker } from "./permission-picker";
import { QuotaField } from "./quota-field";
import { ScopeFields } from "./scope-fields";

type Props = {
  value: Grants;
  onChange: (change: Partial<Grants>) => void;
  titles: { scopes: string; permissions: string };
  quotaHint: string;
};

/** Folders, storage, permissions and containers: what a role gives, or a user has beside the role. */
export function GrantFields({ value, onChange, titles, quotaHint }: Props) {
  const tScopes = useTranslations("role.scopes");
  const tQuota = useTranslations("user.quota");
  const can = useCan();
  return (
    <>
      <Section title={titles.scopes} hint={tScopes("hint")}>
        <ScopeFields value={value} onChange={onChange} />
      </Section>
      <Section title={tQuota("title")}>
        <QuotaField value={value.quota_bytes} hint={quotaHint} onChange={(quota_bytes) => onChange({ quota_bytes })} />
      </Section>
      <Section title={titles.permissions}>
        <PermissionPicker value={value.auth_list} onChange={(auth_list) => onChange({ auth_list })} isHeld={can} />
      </Section>
      <ContainerRuleFields value={value.containers} onChange={(containers) => onChange({ containers })} />
    </>
  );
}
