"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLook } from "@/components/layout/look";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { LinksSetting } from "@/lib/contracts/appearance";
import { isBaseAddress, maxAddressLength } from "@/lib/shared/look";

const queryKey = ["setting", "links"] as const;

/** What shared links begin with, whatever address whoever shares happens to use. */
export default function LinksSettings() {
  const t = useTranslations("appearance.links");
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.appearance.getLinksSetting({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={1}>
        {(saved) => <LinksForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function LinksForm({ saved }: { saved: LinksSetting }) {
  const t = useTranslations("appearance.links");
  const look = useLook();
  const [isTried, setTried] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (input: LinksSetting): Promise<LinksSetting> => {
      const stored = await api.appearance.setLinksSetting({ address: input.address.trim() });
      look.change({ address: stored.address === "" ? null : stored.address });
      return stored;
    },
  });
  const address = form.value.address.trim();
  const isWrong = address !== "" && !isBaseAddress(address);
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setTried(true);
        if (!isWrong) form.save();
      }}
    >
      <TextInput
        label={t("address")}
        placeholder="https://files.example.com"
        dir="ltr"
        maw={560}
        maxLength={maxAddressLength}
        autoComplete="off"
        error={isTried && isWrong ? t("wrong") : null}
        value={form.value.address}
        onChange={({ currentTarget }) => form.patch({ address: currentTarget.value })}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
