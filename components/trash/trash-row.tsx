"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a grid; its keys are the page's */

import { IconCheck } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { type MouseEvent, type Ref } from "react";
import { useToday } from "@/components/layout/use-clock";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { formatChanged, formatFullDate } from "@/components/domain/entry/entry-text";
import type { SelectionAction } from "@/components/domain/list/selection";
import { useFormatSize } from "@/components/layout/use-format-size";
import { shownName } from "@/lib/shared/shown-name";
import type { TrashEntry } from "./trash-content";
import styles from "./trash.module.css";

export type TrashRowModel = TrashEntry & { label: string; from: string };
export type Pick = (id: string, rows: readonly TrashRowModel[]) => SelectionAction;

type Props = {
  row: TrashRowModel;
  index: number;
  isChosen: boolean;
  isTabStop: boolean;
  withOwner: boolean;
  measure: Ref<HTMLDivElement> | undefined;
  onPick: (pick: Pick) => void;
};

const toggle: Pick = (name) => ({ type: "toggle", name });

function pickFor({ shiftKey, ctrlKey, metaKey }: MouseEvent): Pick {
  if (shiftKey) return (name, rows) => ({ type: "range", name, rows, add: ctrlKey || metaKey });
  if (ctrlKey || metaKey) return toggle;
  return (name) => ({ type: "only", name });
}

export function TrashRow({ row, index, isChosen, isTabStop, withOwner, measure, onPick }: Props) {
  const locale = useLocale();
  const formatSize = useFormatSize();
  const t = useTranslations("trash");
  const nowMs = useToday();
  return (
    <div
      ref={measure}
      role="row"
      className={styles["row"]}
      aria-selected={isChosen}
      aria-rowindex={index + 2}
      tabIndex={isTabStop ? 0 : -1}
      data-index={index}
      onClick={(event) => onPick(pickFor(event))}
    >
      <span role="gridcell" data-column="name" className={styles["name"]}>
        <span
          className={styles["check"]}
          data-checked={isChosen || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onPick(toggle);
          }}
        >
          {isChosen ? (
            <IconCheck size={14} stroke={2.4} aria-hidden />
          ) : (
            <EntryIcon entry={{ name: row.label, kind: row.kind }} />
          )}
        </span>
        <bdi className={styles["text"]} title={shownName(row.label)}>
          {shownName(row.label)}
        </bdi>
        {row.version ? <span className={styles["mark"]}>{t("version")}</span> : null}
      </span>
      <span role="gridcell" data-column="from" className={styles["text"]} title={shownName(row.from)}>
        <bdi>{shownName(row.from)}</bdi>
      </span>
      <span role="gridcell" data-column="size">
        <bdi>{row.size === null ? "–" : formatSize(row.size)}</bdi>
      </span>
      <span role="gridcell" data-column="deleted" title={formatFullDate(row.deleted_at, locale)}>
        <bdi>{formatChanged(row.deleted_at, nowMs, locale)}</bdi>
      </span>
      {withOwner ? (
        <span role="gridcell" data-column="owner" className={styles["text"]}>
          {row.owner}
        </span>
      ) : null}
    </div>
  );
}
