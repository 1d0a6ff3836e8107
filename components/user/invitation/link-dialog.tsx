"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useLook } from "@/components/layout/look";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { QrCode } from "@/components/ui/qr-code";
import { publicAddress } from "@/lib/client/public-address";
import styles from "./invitation.module.css";

/** The link, this once. */
export default function LinkDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations("user.invitations");
  const tUi = useTranslations("ui");
  const link = publicAddress(`invite#${token}`, useLook().address);
  return (
    <DialogCard
      title={t("linkTitle")}
      onClose={onClose}
      size={520}
      isKept
      footer={<Button onClick={onClose}>{t("done")}</Button>}
    >
      <div className={styles["link"]}>
        <Banner kind="warning">{t("linkHint")}</Banner>
        <CopyLine value={link} texts={{ copy: tUi("copy"), copied: tUi("copied") }} hasFocus />
        <QrCode text={link} label={t("qr")} />
      </div>
    </DialogCard>
  );
}
