"use client";

import { Button, Checkbox, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";

const namePattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/;
const begins = { name: "", internal: false, subnet: "", gateway: "", ip_range: "" };

/** A bridge: containers on it reach one another by their names. */
export default function NewNetworkDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("network.new");
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const [form, setForm] = useState(begins);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<typeof begins>) => setForm((before) => ({ ...before, ...change }));
  const isNamed = namePattern.test(form.name);
  const create = useMutation({
    mutationFn: () => api.network.createNetwork(form),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("done", { name: form.name }) });
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (isNamed) create.mutate();
  };
  const address = (field: "subnet" | "gateway" | "ip_range", placeholder: string, description?: string) => (
    <TextInput
      label={t(field)}
      {...(description === undefined ? {} : { description })}
      placeholder={placeholder}
      value={form[field]}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value.trim() })}
    />
  );
  return (
    <DialogCard title={t("title")} onClose={onClose} size={480}>
      <Form onSubmit={submit}>
        <TextInput
          label={t("name")}
          value={form.name}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={isTried && !isNamed ? t("problem") : null}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        {isRoot ? address("subnet", "172.28.0.0/16", t("subnetHint")) : <Text size="sm">{t("subnetIsChosen")}</Text>}
        {form.subnet === "" ? null : (
          <>
            {address("gateway", "172.28.0.1")}
            {address("ip_range", "172.28.5.0/24")}
          </>
        )}
        <Checkbox
          label={t("internal")}
          description={t("internalHint")}
          checked={form.internal}
          onChange={({ currentTarget }) => set({ internal: currentTarget.checked })}
        />
        {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={create.isPending}>
            {t("create")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
