"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { api } from "@/lib/client/call";
import type { SshKey } from "@/lib/contracts/crypto";
import { newKeyTypes, type NewKeyType } from "@/lib/shared/ssh-keys";
import { KeyReady } from "./key-ready";
import { PassphraseFields } from "./passphrase-fields";
import { typeText } from "./type-text";
import { useRefreshKeys } from "./use-keys";

const initial = {
  name: "",
  type: "ed25519" as NewKeyType,
  comment: null as string | null,
  passphrase: "",
  repeat: "",
  isKept: false,
};

export default function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("crypto");
  const [made, setMade] = useState<SshKey | null>(null);
  return (
    <DialogCard title={t(made === null ? "create.title" : "create.done")} onClose={onClose} size={520}>
      {made === null ? <CreateForm onMade={setMade} onCancel={onClose} /> : <KeyReady sshKey={made} onDone={onClose} />}
    </DialogCard>
  );
}

function CreateForm({ onMade, onCancel }: { onMade: (key: SshKey) => void; onCancel: () => void }) {
  const t = useTranslations("crypto");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const refresh = useRefreshKeys();
  const me = useCachedMe();
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof initial>) => setFields((now) => ({ ...now, ...change }));
  const { name, type, passphrase, repeat, isKept } = fields;
  const comment = fields.comment ?? `${me?.username ?? ""}@${window.location.hostname}`;
  const create = useMutation({
    mutationFn: () => api.crypto.createKey({ name, type, comment, passphrase, keep_passphrase: isKept }),
    meta: { errorOwner: "form" },
    onSuccess: ({ key }) => {
      onMade(key);
      return refresh();
    },
  });
  const problems = {
    name: name.trim() === "" ? tUi("cannotBeEmpty") : null,
    repeat: passphrase === "" || repeat === passphrase ? null : t("mismatch"),
  };
  const submit = () => {
    setChecked(true);
    if (problems.name === null && problems.repeat === null) create.mutate();
  };
  return (
    <Form label={t("create.title")} onSubmit={submit}>
      {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        data-autofocus
        maxLength={64}
        value={name}
        error={isChecked ? problems.name : null}
        onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t("columns.type")}
        value={type}
        data={newKeyTypes.map((value) => {
          const [algorithm, bits = ""] = value.split("-") as [SshKey["algorithm"], string?]; // as they are written
          const text = typeText({ algorithm, bits });
          return { value, label: value === initial.type ? t("create.recommended", { type: text }) : text };
        })}
        onChange={({ currentTarget }) =>
          patch({ type: newKeyTypes.find((one) => one === currentTarget.value) ?? type })
        }
      />
      <TextInput
        label={t("comment")}
        description={t("commentHint")}
        dir="auto"
        maxLength={200}
        value={comment}
        onChange={({ currentTarget }) => patch({ comment: currentTarget.value })}
      />
      <PassphraseFields
        label={t("create.passphrase")}
        hint={t("create.passphraseHint")}
        autoComplete="new-password"
        value={{ passphrase, isKept }}
        problem={null}
        onChange={patch}
      >
        <PasswordField
          label={t("create.repeat")}
          autoComplete="new-password"
          value={repeat}
          error={isChecked ? problems.repeat : null}
          onChange={({ currentTarget }) => patch({ repeat: currentTarget.value })}
        />
      </PassphraseFields>
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={create.isPending}>
          {t("create.confirm")}
        </Button>
      </FormButtons>
    </Form>
  );
}
