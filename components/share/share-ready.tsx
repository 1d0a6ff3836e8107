"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { QrCode } from "@/components/ui/qr-code";
import { useCopy } from "@/components/ui/use-copy";
import { ReachWarning } from "./reach-warning";
import { useAddressOf } from "./use-address-of";
import type { Share } from "@/lib/contracts/share";
import styles from "./share.module.css";

/** The finished link: to copy, to open, and as a QR code for a phone. */
export function ShareReady({ share, onDone }: { share: Share; onDone: () => void }) {
  const t = useTranslations("share");
  const tUi = useTranslations("ui");
  const { isCopied, copy } = useCopy();
  const address = useAddressOf()(share);
  return (
    <>
      <p className={styles["hint"]}>{t(share.has_password ? "readyHintPassword" : "readyHint")}</p>
      <div className={styles["address"]}>
        <a href={address} target="_blank" rel="noreferrer" dir="ltr">
          {address}
        </a>
        <IconButton
          label={isCopied ? tUi("copied") : t("copyLink")}
          icon={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          data-autofocus
          onClick={() => copy(address)}
        />
      </div>
      <ReachWarning address={address} />
      <div className={styles["code"]}>
        <QrCode text={address} label={t("qr")} />
      </div>
      <FormButtons>
        <Button onClick={onDone}>{t("done")}</Button>
      </FormButtons>
    </>
  );
}
