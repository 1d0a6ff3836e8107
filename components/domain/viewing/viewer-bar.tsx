"use client";

import { IconDownload, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./overlay.module.css";

type Props = {
  /** The name, or the path in pieces. */
  title: ReactNode;
  /** "3 / 12"; empty when there is only this one. */
  position?: string;
  /** Undefined where nothing may be taken along. */
  onDownload: (() => void) | undefined;
  onClose: () => void;
  /** False where Escape does not close. */
  hasEscape?: boolean;
  /** The viewer's own tools. */
  children?: ReactNode;
};

/** The line above what is opened: what it is, what can be done, the way out. */
export function ViewerBar({ title, position = "", onDownload, onClose, hasEscape = true, children }: Props) {
  const t = useTranslations("open");
  const texts = useKitTexts();
  return (
    <div className={styles["bar"]}>
      <div className={styles["heading"]}>
        {typeof title === "string" ? (
          <h2 className={styles["title"]} dir="auto" title={shownName(title)}>
            {shownName(title)}
          </h2>
        ) : (
          title
        )}
        {position === "" ? null : (
          <span className={styles["position"]} dir="ltr">
            {position}
          </span>
        )}
      </div>
      <div className={styles["tools"]}>
        {children}
        {children === undefined ? null : <span className={styles["divider"]} />}
        {onDownload === undefined ? null : (
          <IconButton label={t("download")} icon={<IconDownload size={18} />} onClick={onDownload} />
        )}
        <IconButton
          label={texts.close}
          {...(hasEscape ? { shortcut: "Esc" } : {})}
          icon={<IconX size={18} />}
          onClick={onClose}
        />
      </div>
    </div>
  );
}
