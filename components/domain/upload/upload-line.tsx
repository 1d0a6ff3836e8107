"use client";

import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { shownName } from "@/lib/shared/shown-name";
import type { UploadState } from "@/lib/client/upload/upload-item";
import styles from "@/components/domain/transfer/panel.module.css";

export type LinePlace = { position: number; count: number; top: number; height: number };

type Props = LinePlace & {
  name: string;
  state: UploadState;
  facts: string;
  /** Where the facts may be cut. */
  factsTip?: string | undefined;
  /** How much of it has been sent, from 0 to 1; null: there is nothing more to send. */
  fraction: number | null;
  /** A mark or a button of its own, before the others. */
  extra?: ReactNode;
  onRetry?: (() => void) | undefined;
  onPause?: (() => void) | undefined;
  onResume?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
};

/** A line of the uploads: a name, what there is to say of it, how far it is, and a button for everything that can be done with it. */
export function UploadLine(props: Props) {
  const { position, count, top, height, name, state, facts, factsTip, fraction, extra } = props;
  const { onRetry, onPause, onResume, onCancel } = props;
  const t = useTranslations("upload");
  const buttons = [
    { id: "retry", icon: <IconRefresh size={15} />, onClick: onRetry },
    { id: "pause", icon: <IconPlayerPause size={15} />, onClick: onPause },
    { id: "resume", icon: <IconPlayerPlay size={15} />, onClick: onResume },
    { id: "cancel", icon: <IconX size={15} />, onClick: onCancel },
  ] as const;
  return (
    <li
      className={styles["item"]}
      aria-setsize={count}
      aria-posinset={position}
      style={{
        position: "absolute",
        insetInline: 0,
        transform: `translateY(${top}px)`,
        blockSize: height,
        boxSizing: "border-box",
      }}
      data-over={fraction === null || undefined}
    >
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={shownName(name)}>
          {shownName(name)}
        </span>
        {extra}
        {buttons.map(({ id, icon, onClick }) =>
          onClick === undefined ? null : (
            <IconButton key={id} className={styles["small"]} label={t(id, { name })} icon={icon} onClick={onClick} />
          ),
        )}
      </div>
      <div className={styles["facts"]} data-state={state} title={factsTip}>
        {facts}
      </div>
      {fraction === null ? null : (
        <div className={styles["meter"]} style={{ marginBlockStart: 3 }} aria-hidden>
          <div className={styles["fill"]} data-state={state} style={{ inlineSize: `${Math.floor(fraction * 100)}%` }} />
        </div>
      )}
    </li>
  );
}
