"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { FormButtons } from "@/components/ui/form";
import { useCopy } from "@/components/ui/use-copy";
import { downloadText } from "@/lib/client/download-text";
import { printText } from "@/lib/client/print-text";
import styles from "./factor.module.css";

type Props = { codes: readonly string[]; username: string; onDone: () => void };

/** The new codes, this once, and every way to keep them. */
export function RecoveryCodes({ codes, username, onDone }: Props) {
  const t = useTranslations("factor.recovery");
  const tUi = useTranslations("ui");
  const { isCopied, copy } = useCopy();
  const heading = t("fileTitle", { username, host: location.host });
  const text = `${heading}\n\n${codes.join("\n")}\n`;
  return (
    <div className={styles["panel"]}>
      <Banner kind="warning">{t("newHint")}</Banner>
      <ul className={styles["codes"]} dir="ltr" aria-label={t("title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles["take"]}>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => copy(codes.join("\n"))}
        >
          {isCopied ? tUi("copied") : tUi("copy")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => downloadText("filedeck-recovery-codes.txt", text)}
        >
          {t("download")}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => printText(text)}>
          {t("print")}
        </Button>
      </div>
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </div>
  );
}
