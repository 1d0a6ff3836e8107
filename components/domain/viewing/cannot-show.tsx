"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StateCard } from "@/components/ui/state/state-card";
import styles from "./overlay.module.css";

type Props = {
  title: string;
  hint?: ReactNode;
  onRetry?: () => void;
  onDownload?: (() => void) | undefined;
  /** More buttons, before the download. */
  children?: ReactNode;
};

/** Stands where a viewer cannot show its file: why, and what can be done instead. */
export function CannotShow({ title, hint, onRetry, onDownload, children }: Props) {
  const t = useTranslations("open");
  const tUi = useTranslations("ui");
  return (
    <div className={styles["center"]}>
      <StateCard
        icon={<IconAlertTriangle size={22} />}
        title={title}
        hint={hint}
        role="alert"
        actions={
          <>
            {onRetry === undefined ? null : (
              <Button variant="default" onClick={onRetry}>
                {tUi("retry")}
              </Button>
            )}
            {children}
            {onDownload === undefined ? null : (
              <Button leftSection={<IconDownload size={16} />} onClick={onDownload}>
                {t("download")}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
