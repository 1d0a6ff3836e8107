"use client";

import { Button, Checkbox, FileButton, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import type { SshHost } from "@/lib/contracts/ssh";
import { importHosts } from "./import-hosts";
import { parseConfig } from "./parse-config";
import styles from "@/components/ssh/ssh.module.css";

/** A configuration has some kilobytes. */
const maxBytes = 1_048_576;

/** Takes over hosts from an OpenSSH configuration. */
export function ImportDialog({ hosts, onClose }: { hosts: readonly SshHost[]; onClose: () => void }) {
  const t = useTranslations("ssh.import");
  const tForm = useTranslations("ssh.form");
  const errorText = useErrorText();
  const [text, setText] = useState("");
  const [username, setUsername] = useState("");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const found = parseConfig(text);
  const known = new Set(hosts.filter(({ is_own: isOwn }) => isOwn).map(({ name }) => name));
  const chosen = found.filter(({ name }) => !known.has(name) && !left.has(name));
  const isComplete = username.trim() !== "" || chosen.every((host) => host.username !== "");
  const save = useMutation({
    mutationFn: () => importHosts(chosen, { username: username.trim(), known: hosts }),
    meta: { errorOwner: "form" },
    onSuccess: (count) => {
      showToast({ kind: "success", message: t("done", { count }) });
      onClose();
    },
  });
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560} fillsPhone>
      <Form
        label={t("title")}
        onSubmit={() => {
          setChecked(true);
          if (isComplete && chosen.length > 0) save.mutate();
        }}
      >
        <Textarea
          label={t("text")}
          description={t("hint")}
          dir="ltr"
          rows={8}
          spellCheck={false}
          value={text}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value.slice(0, maxBytes))}
        />
        <FileButton onChange={(file) => void file?.slice(0, maxBytes).text().then(setText)}>
          {(button) => (
            <Button variant="default" size="xs" className={styles["small"]} {...button}>
              {t("file")}
            </Button>
          )}
        </FileButton>
        {found.length === 0 && text.trim() !== "" ? <p className={styles["dim"]}>{t("none")}</p> : null}
        {found.map(({ name, username: user, address, port, jump }) => (
          <Checkbox
            key={name}
            label={name}
            description={
              known.has(name)
                ? t("known")
                : [
                    `${user}${user === "" ? "" : "@"}${address}:${port}`,
                    ...(jump === null ? [] : [t("via", { host: jump.name })]),
                  ].join(" · ")
            }
            disabled={known.has(name)}
            checked={!known.has(name) && !left.has(name)}
            onChange={({ currentTarget: { checked } }) =>
              setLeft((all) => new Set(checked ? [...all].filter((one) => one !== name) : [...all, name]))
            }
          />
        ))}
        {chosen.some((host) => host.username === "") ? (
          <TextInput
            label={t("user")}
            dir="ltr"
            value={username}
            error={isChecked && username.trim() === "" ? tForm("problems.username") : null}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          />
        ) : null}
        {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" disabled={chosen.length === 0} loading={save.isPending}>
            {t("run", { count: chosen.length })}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
