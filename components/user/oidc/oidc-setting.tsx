"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SwitchedForm } from "@/components/layout/switched-form";
import { useCachedMe } from "@/components/layout/use-me";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { withoutSecret } from "@/components/user/without-secret";
import { api } from "@/lib/client/call";
import { oidcInput } from "@/lib/contracts/oidc-rules";
import { findProblems, trimmed, type OidcDraft } from "./oidc-draft";
import { ProviderFields } from "./provider-fields";
import { UserFields } from "./user-fields";

const queryKey = ["setting", "oidc"] as const;

/** The provider that users can sign in with: for administrators, because it decides who gets in. */
export default function OidcSetting() {
  const isRoot = useCachedMe()?.is_root === true;
  return isRoot ? <ProviderSection /> : null;
}

function ProviderSection() {
  const t = useTranslations("user.oidc");
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<OidcDraft> => withoutSecret(api.user.getOidcSetting({}, { signal })),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <ProviderForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function ProviderForm({ saved }: { saved: OidcDraft }) {
  const t = useTranslations("user.oidc");
  const [isChecked, setChecked] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey,
    store: (draft: OidcDraft): Promise<OidcDraft> => withoutSecret(api.user.setOidcSetting(trimmed(draft))),
  });
  const { value, patch } = form;
  const problems = isChecked ? findProblems(value) : {};
  return (
    <SwitchedForm
      label={t("title")}
      words={{ label: t("enabled"), hint: t("enabledHint") }}
      form={form}
      onSubmit={() => {
        setChecked(true);
        if (oidcInput.safeParse(trimmed(value)).success) form.save();
      }}
    >
      <ProviderFields value={value} savedIssuer={saved.issuer} problems={problems} onChange={patch} />
      <UserFields value={value} problems={problems} onChange={patch} />
    </SwitchedForm>
  );
}
