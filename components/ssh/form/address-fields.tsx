"use client";

import { NumberInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { parseAddress } from "@/lib/shared/ssh-hosts";
import styles from "@/components/ssh/ssh.module.css";
import { numberOf, shownNumber, type FieldProps } from "./field-props";

const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;

/** Where it is, and as whom. */
export function AddressFields({ draft, patch, wordOf }: FieldProps) {
  const t = useTranslations("ssh.form");
  /** Somebody pastes `user@host:port`. */
  const split = (text: string) => {
    const found = /[@:\s]/.test(text) ? parseAddress(text) : null;
    if (found === null || found.username === "") patch({ address: text });
    else patch(found);
  };
  return (
    <>
      <div className={styles["pair"]}>
        <TextInput
          label={t("address")}
          dir="ltr"
          value={draft.address}
          error={wordOf("address")}
          maxLength={300}
          data-autofocus
          {...plain}
          onChange={({ currentTarget }) => split(currentTarget.value)}
        />
        <NumberInput
          label={t("port")}
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          value={shownNumber(draft.port)}
          error={wordOf("port")}
          onChange={(port) => patch({ port: numberOf(port) })}
        />
      </div>
      <div className={styles["halves"]}>
        <TextInput
          label={t("username")}
          dir="ltr"
          value={draft.username}
          error={wordOf("username")}
          maxLength={255}
          {...plain}
          onChange={({ currentTarget }) => patch({ username: currentTarget.value })}
        />
        <TextInput
          label={t("name")}
          value={draft.name}
          placeholder={draft.address}
          error={wordOf("name")}
          maxLength={128}
          autoComplete="off"
          onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
        />
      </div>
    </>
  );
}
