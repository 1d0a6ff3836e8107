"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { SshKey } from "@/lib/contracts/crypto";
import { isAppError } from "@/lib/shared/errors";
import { KeyReady } from "./key-ready";
import { PassphraseFields } from "./passphrase-fields";
import { useRefreshKeys } from "./use-keys";
import styles from "./crypto.module.css";

/** Longer ones are no keys. */
const maxTextBytes = 65_536;
/** `file`: in the server's ~/.ssh; null asks for the text. */
type Props = { file: string | null; onClose: () => void };

export default function ImportKeyDialog({ file, onClose }: Props) {
  const t = useTranslations("crypto");
  const [made, setMade] = useState<SshKey | null>(null);
  return (
    <DialogCard title={t(made === null ? "import.title" : "import.done")} onClose={onClose} size={560}>
      {made === null ? (
        <ImportForm file={file} onMade={setMade} onCancel={onClose} />
      ) : (
        <KeyReady sshKey={made} onDone={onClose} />
      )}
    </DialogCard>
  );
}

function ImportForm({
  file,
  onMade,
  onCancel,
}: Omit<Props, "onClose"> & { onMade: (key: SshKey) => void; onCancel: () => void }) {
  const t = useTranslations("crypto");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const refresh = useRefreshKeys();
  const [fields, setFields] = useState({ name: file ?? "", text: "", passphrase: "", isKept: false });
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const { name, text, passphrase, isKept } = fields;
  const keep = useMutation({
    mutationFn: () => {
      const input = { name, passphrase, keep_passphrase: isKept };
      return file === null
        ? api.crypto.importKey({ ...input, text })
        : api.crypto.importSshFile({ ...input, file_name: file });
    },
    meta: { errorOwner: "form" },
    onSuccess: ({ key }) => {
      onMade(key);
      return refresh();
    },
  });
  const isAboutPassphrase = isAppError(keep.error) && keep.error.key.startsWith("crypto/passphrase");
  const problem = keep.error === null ? null : errorText(keep.error);
  const emptyProblem = (value: string) => (isChecked && value.trim() === "" ? tUi("cannotBeEmpty") : null);
  const choose = async () => {
    const [chosen] = (await pickFiles({ folders: false })) ?? [];
    if (chosen !== undefined && chosen.size <= maxTextBytes)
      patch({ text: await chosen.text(), name: name === "" ? chosen.name : name });
  };
  const submit = () => {
    setChecked(true);
    if (name.trim() !== "" && (file !== null || text.trim() !== "")) keep.mutate();
  };
  return (
    <Form label={t("import.title")} onSubmit={submit}>
      {problem === null || isAboutPassphrase ? null : <Banner kind="error">{problem}</Banner>}
      {file === null ? (
        <div>
          <Textarea
            label={t("import.text")}
            description={t("import.textHint")}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            dir="ltr"
            rows={7}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            classNames={{ input: styles["code"] ?? "" }}
            maxLength={maxTextBytes}
            value={text}
            error={emptyProblem(text)}
            onChange={({ currentTarget }) => patch({ text: currentTarget.value })}
          />
          <Button
            variant="default"
            size="xs"
            mt={8}
            onClick={() => void choose()} /* a file that is gone stays unchosen */
          >
            {t("import.choose")}
          </Button>
        </div>
      ) : (
        <p className={styles["hint"]}>{t("import.from", { name: `~/.ssh/${file}` })}</p>
      )}
      <TextInput
        label={t("name")}
        maxLength={64}
        value={name}
        error={emptyProblem(name)}
        {...(file === null ? {} : { "data-autofocus": true })}
        onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
      />
      <PassphraseFields
        label={t("import.passphrase")}
        autoComplete="off"
        value={{ passphrase, isKept }}
        problem={isAboutPassphrase ? problem : null}
        onChange={patch}
      />
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={keep.isPending}>
          {t("import.confirm")}
        </Button>
      </FormButtons>
    </Form>
  );
}
