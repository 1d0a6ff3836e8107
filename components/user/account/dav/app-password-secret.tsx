"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import styles from "@/components/user/account/account.module.css";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { FormButtons } from "@/components/ui/form";
import { davAddress } from "@/lib/client/dav";

type Props = { secret: string; username: string; onDone: () => void };

export function AppPasswordSecret({ secret, username, onDone }: Props) {
  const t = useTranslations("account.dav");
  const tUi = useTranslations("ui");
  const lines = [
    { caption: t("address"), value: davAddress() },
    { caption: t("user"), value: username },
    { caption: t("secret"), value: secret },
  ];
  return (
    <div className={styles["fields"]}>
      <Banner kind="warning">{t("secretHint")}</Banner>
      {lines.map(({ caption, value }) => (
        <CopyLine
          key={caption}
          caption={caption}
          value={value}
          texts={{ copy: t("copyNamed", { what: caption }), copied: tUi("copied") }}
          hasFocus={value === secret}
        />
      ))}
      {window.location.protocol === "https:" ? null : <Banner kind="info">{t("plain")}</Banner>}
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </div>
  );
}
