"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { FormButtons } from "@/components/ui/form";
import styles from "@/components/ssh/ssh.module.css";

type Props = {
  shown: { address: string; key_type: string; fingerprint: string; known: string | null };
  onTrust: () => void;
  onCancel: () => void;
};

/** Whether a key is the host's. One that has changed is nothing to agree to in passing: the focus is on Cancel. */
export function KeyQuestion({ shown, onTrust, onCancel }: Props) {
  const t = useTranslations("ssh.ask");
  const { address, key_type: type, fingerprint, known } = shown;
  return (
    <>
      {known === null ? (
        <p className={styles["words"]}>{t("newKey", { address })}</p>
      ) : (
        <Banner kind="warning">{t("changed", { address })}</Banner>
      )}
      <dl className={styles["prints"]}>
        {known === null ? null : <Print label={t("before")} text={known} />}
        <Print label={t("fingerprint", { type })} text={fingerprint} />
      </dl>
      <FormButtons>
        <Button variant="default" onClick={onCancel} {...(known === null ? {} : { "data-autofocus": true })}>
          {t("cancel")}
        </Button>
        {known === null ? (
          <Button onClick={onTrust} data-autofocus>
            {t("trust")}
          </Button>
        ) : (
          <Button color="red" onClick={onTrust}>
            {t("replace")}
          </Button>
        )}
      </FormButtons>
    </>
  );
}

function Print({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="ltr">{text}</dd>
    </div>
  );
}
