"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyLine } from "@/components/ui/copy-line";
import { FormButtons } from "@/components/ui/form";
import type { SshKey } from "@/lib/contracts/crypto";
import styles from "./crypto.module.css";

/** A key that has just been added, with what to do with it. */
export function KeyReady({ sshKey, onDone }: { sshKey: SshKey; onDone: () => void }) {
  const t = useTranslations("crypto");
  const tUi = useTranslations("ui");
  return (
    <div className={styles["ready"]}>
      <p className={styles["hint"]}>{t("ready.hint")}</p>
      <CopyLine
        caption={t("ready.publicKey")}
        value={sshKey.public_key}
        texts={{ copy: tUi("copy"), copied: tUi("copied") }}
        hasFocus
      />
      <p className={styles["hint"]}>
        {t("columns.fingerprint")}: <code dir="ltr">{sshKey.fingerprint}</code>
      </p>
      <FormButtons>
        <Button onClick={onDone}>{t("ready.done")}</Button>
      </FormButtons>
    </div>
  );
}
