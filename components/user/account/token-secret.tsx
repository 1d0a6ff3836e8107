"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { FormButtons } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/ui/use-copy";
import styles from "./account.module.css";

export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslations("account.tokens");
  const tUi = useTranslations("ui");
  const { isCopied, copy } = useCopy();
  return (
    <>
      <Banner kind="warning">{t("secretHint")}</Banner>
      <div className={styles["secret"]}>
        <code>{secret}</code>
        <IconButton
          label={isCopied ? tUi("copied") : tUi("copy")}
          icon={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          data-autofocus
          onClick={() => copy(secret)}
        />
      </div>
      <br />
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </>
  );
}
