"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import styles from "@/components/user/account/account.module.css";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { FormButtons } from "@/components/ui/form";
import type { SecretWords } from "./secret-words";

/** What is copied; captions and the names of buttons only where there is more than one. */
export type SecretLine = { value: string; caption?: string; copyLabel?: string };

type Props = { words: SecretWords; secret: string; lines: SecretLine[]; note?: ReactNode; onDone: () => void };

export function NewSecret({ words, secret, lines, note, onDone }: Props) {
  const t = useTranslations(words);
  const tUi = useTranslations("ui");
  return (
    <div className={styles["fields"]}>
      <Banner kind="warning">{t("secretHint")}</Banner>
      {lines.map(({ value, copyLabel = tUi("copy"), ...line }) => (
        <CopyLine
          key={value}
          {...line}
          value={value}
          texts={{ copy: copyLabel, copied: tUi("copied") }}
          hasFocus={value === secret}
        />
      ))}
      {note}
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </div>
  );
}
