"use client";

import { Button, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { api } from "@/lib/client/call";
import type { WebhookInfo } from "@/lib/contracts/notify-webhooks";
import { webhooksKey } from "./webhooks-key";

type Props = { webhook: WebhookInfo | null; onClose: () => void };
const leastSecret = 16;

/** Adds a webhook, or changes one; the secret of a new one is shown once. */
export default function WebhookDialog({ webhook, onClose }: Props) {
  const t = useTranslations("notify.webhooks");
  const tUi = useTranslations("ui");
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  if (made === null)
    return (
      <DialogCard title={t(webhook === null ? "add" : "edit")} onClose={onClose} size={520}>
        <WebhookForm
          webhook={webhook}
          onCancel={onClose}
          onSaved={(secret) => (secret === null ? onClose() : setMade(secret))}
        />
      </DialogCard>
    );
  return (
    <DialogCard title={t("secretTitle", { name: made.name })} onClose={onClose} size={520} isKept>
      <CopyLine caption={t("secretOnce")} value={made.secret} texts={{ copy: tUi("copy"), copied: tUi("copied") }} />
    </DialogCard>
  );
}

type FormProps = {
  webhook: WebhookInfo | null;
  onCancel: () => void;
  onSaved: (made: { name: string; secret: string } | null) => void;
};

function WebhookForm({ webhook, onCancel, onSaved }: FormProps) {
  const t = useTranslations("notify.webhooks");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState({
    name: webhook?.name ?? "",
    url: "",
    secret: "",
    is_enabled: webhook?.is_enabled ?? true,
    is_for_users: webhook?.is_for_users ?? false,
  });
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof fields>) => setFields((current) => ({ ...current, ...change }));
  const isKept = webhook !== null;
  const problems = {
    name: fields.name.trim() === "" ? tUi("cannotBeEmpty") : null,
    url: isUrl(fields.url) || (isKept && fields.url === "") ? null : t("urlProblem"),
    secret: fields.secret === "" || fields.secret.length >= leastSecret ? null : t("secretProblem"),
  };
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const { url, secret, ...rest } = fields;
      const input = { ...rest, name: fields.name.trim(), secret: secret === "" ? null : secret };
      if (webhook === null) return api.notify.createWebhook({ ...input, url: url.trim() });
      await api.notify.changeWebhook({ ...input, id: webhook.id, url: url === "" ? null : url.trim() });
      return null;
    },
    meta: { errorOwner: "form" },
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: webhooksKey });
      // Whoever gave a secret knows it.
      onSaved(made === null || fields.secret !== "" ? null : { name: fields.name, secret: made.secret });
    },
  });
  const problem = (field: keyof typeof problems) => (isChecked ? problems[field] : null);
  return (
    <Form
      label={t(isKept ? "edit" : "add")}
      onSubmit={() => {
        setChecked(true);
        if (Object.values(problems).every((one) => one === null)) mutate();
      }}
    >
      <TextInput
        label={t("name")}
        value={fields.name}
        maxLength={80}
        error={problem("name")}
        data-autofocus
        onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
      />
      <TextInput
        label={t("url")}
        description={isKept ? t("urlKept") : undefined}
        placeholder="https://example.com/hook"
        dir="ltr"
        value={fields.url}
        error={problem("url")}
        onChange={({ currentTarget }) => patch({ url: currentTarget.value })}
      />
      <PasswordField
        label={t("secret")}
        description={t(isKept ? "secretKept" : "secretHint")}
        autoComplete="off"
        value={fields.secret}
        error={problem("secret")}
        onChange={({ currentTarget }) => patch({ secret: currentTarget.value })}
      />
      <Switch
        label={t("enabled")}
        checked={fields.is_enabled}
        onChange={({ currentTarget }) => patch({ is_enabled: currentTarget.checked })}
      />
      <Switch
        label={t("forUsers")}
        description={t("forUsersHint")}
        checked={fields.is_for_users}
        onChange={({ currentTarget }) => patch({ is_for_users: currentTarget.checked })}
      />
      {error === null ? null : <Banner kind="error">{errorText(error)}</Banner>}
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isPending}>
          {tUi("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text.trim()) && URL.canParse(text.trim());
}
