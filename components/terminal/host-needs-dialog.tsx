"use client";

import { useTranslations } from "next-intl";
import { CopyLine } from "@/components/ui/copy-line";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { hostNeedFlags, type HostNeed } from "@/lib/shared/terminals";
import styles from "./dialogs.module.css";

type Props = { missing: readonly HostNeed[]; onClose: () => void };

/** Why a server in a container cannot open a shell of its host, and how it could. */
export default function HostNeedsDialog({ missing, onClose }: Props) {
  const t = useTranslations("terminal.host");
  const tUi = useTranslations("ui");
  const line = missing.flatMap((need) => hostNeedFlags[need] ?? []).join(" ");
  return (
    <DialogCard title={t("open")} onClose={onClose} size={520}>
      <div className={styles["parts"]}>
        <p>{t("hint")}</p>
        {missing.includes("root") ? <p>{t("root")}</p> : null}
        {missing.includes("nsenter") ? <p>{t("nsenter")}</p> : null}
        {line === "" ? null : (
          <CopyLine value={line} caption={t("flags")} texts={{ copy: tUi("copy"), copied: tUi("copied") }} hasFocus />
        )}
        <p>{t("warning")}</p>
      </div>
    </DialogCard>
  );
}
