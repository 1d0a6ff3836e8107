"use client";

import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useCachedMe } from "@/components/layout/use-me";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { proxyRules, proxySecretHeader, type ProxySetting } from "@/lib/contracts/proxy-rules";
import { ProxyFields } from "./proxy-fields";
import { ProxySeen } from "./proxy-seen";

const queryKey = ["setting", "proxy"] as const;

/** Users whom a proxy in front signs in: for administrators, because it decides who gets in. */
export default function ProxySettingSection() {
  const isRoot = useCachedMe()?.is_root === true;
  return isRoot ? <ProxySection /> : null;
}

function ProxySection() {
  const t = useTranslations("user.proxy");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.user.getProxySetting({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <ProxyForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function ProxyForm({ saved }: { saved: ProxySetting }) {
  const t = useTranslations("user.proxy");
  const [isChecked, setChecked] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey,
    store: (draft: ProxySetting) => api.user.setProxySetting(trimmed(draft)),
  });
  const { value, patch } = form;
  const hasProxies = value.proxies.length > 0;
  const isReady = hasProxies && value.has_secret;
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (proxyRules.safeParse(trimmed(value)).success) form.save();
      }}
    >
      {hasProxies ? null : <Banner kind="info">{t("noProxies", { variable: "FILEDECK_TRUSTED_PROXIES" })}</Banner>}
      {hasProxies && !value.has_secret ? (
        <Banner kind={saved.enabled ? "warning" : "info"}>
          {t("noSecret", { variable: "FILEDECK_PROXY_SECRET", header: proxySecretHeader })}
        </Banner>
      ) : null}
      <Switch
        label={t("enabled")}
        description={t("enabledHint")}
        checked={value.enabled}
        disabled={!isReady && !value.enabled}
        onChange={({ currentTarget }) => patch({ enabled: currentTarget.checked })}
      />
      {value.enabled ? (
        <>
          {isReady ? <ProxySeen saved={saved} /> : null}
          <ProxyFields value={value} isChecked={isChecked} onChange={patch} />
        </>
      ) : null}
      <SettingButtons form={form} />
    </Form>
  );
}

/** As it is sent: without lines that were added and left empty. */
function trimmed(draft: ProxySetting): ProxySetting {
  return { ...draft, group_roles: draft.group_roles.filter(({ group }) => group.trim() !== "") };
}
