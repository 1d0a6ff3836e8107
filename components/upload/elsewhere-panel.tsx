"use client";

import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import styles from "@/components/domain/transfer/panel.module.css";
import { MovingUploadRow } from "@/components/domain/upload/moving-upload-row";
import { movingUploads } from "@/components/domain/upload/moving-uploads";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";

/** What other tabs and devices of the same user send, as it comes in. */
export default function ElsewherePanel() {
  const t = useTranslations("upload");
  const { elsewhere } = useStore(movingUploads);
  const [isMinimised, setMinimised] = useState(false);
  return (
    <section className={styles["panel"]} aria-label={t("elsewhere.title")} data-minimised={isMinimised || undefined}>
      <h2 className={styles["head"]}>
        <span className={`${styles["title"]} ${styles["words"]}`}>{t("elsewhere.title")}</span>
        <IconButton
          className={styles["small"]}
          label={isMinimised ? t("show") : t("minimise")}
          icon={isMinimised ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          aria-expanded={!isMinimised}
          onClick={() => setMinimised(!isMinimised)}
        />
      </h2>
      {isMinimised ? null : (
        <ul className={styles["list"]}>
          {elsewhere.map((moving) => (
            <MovingUploadRow key={moving.upload.id} moving={moving} />
          ))}
        </ul>
      )}
    </section>
  );
}
