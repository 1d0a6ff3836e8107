"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { FormButtons } from "@/components/ui/form";
import styles from "./account.module.css";

export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslations("account.tokens");
  const tUi = useTranslations("ui");
  return (
    <div className={styles["fields"]}>
      <Banner kind="warning">{t("secretHint")}</Banner>
      <CopyLine value={secret} texts={{ copy: tUi("copy"), copied: tUi("copied") }} hasFocus />
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </div>
  );
}
