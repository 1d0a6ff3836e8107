"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are chosen, as in the list of files */

import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo, useReducer } from "react";
import { placeText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { emptySelection, pickedRows, reduceSelection } from "@/components/domain/list/selection";
import { useFormatSize } from "@/components/layout/use-format-size";
import { EmptyState } from "@/components/ui/state/empty-state";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { trashContract } from "@/lib/contracts/trash";
import { TrashBar } from "./trash-bar";
import { TrashRow } from "./trash-row";
import { useTrashCommands } from "./use-trash-commands";
import { useTrashKeys } from "./use-trash-keys";
import styles from "./trash.module.css";

export type TrashEntry = OutputOf<typeof trashContract.listTrash>["entries"][number];

type Props = {
  entries: readonly TrashEntry[];
  count: number;
  sizeBytes: number;
  /** Everybody's. */
  all: boolean;
  onAll: (all: boolean) => void;
  onMore: (() => void) | null;
};

/** The rows of the trash, newest first, and what can be done with the chosen ones. */
export function TrashContent({ entries, count, sizeBytes, all, onAll, onMore }: Props) {
  const t = useTranslations("trash");
  const formatSize = useFormatSize();
  // Names repeat in a trash: here a row's name is its id.
  const roots = useRoots().data;
  const rows = useMemo(
    () =>
      entries.map((entry) => {
        const from = entry.path === null ? "" : placeText(entry.path, roots ?? []);
        return { ...entry, name: entry.id, label: entry.name, from };
      }),
    [entries, roots],
  );
  const [selection, dispatch] = useReducer(reduceSelection, emptySelection);
  const chosen = useMemo(() => pickedRows(selection.picked, rows), [selection.picked, rows]);
  const commands = useTrashCommands({ entries: chosen, count, sizeBytes, all });
  const grid = useTrashKeys({ rows, selection, dispatch, commands });
  const tabStop = selection.focus ?? rows[0]?.id;
  return (
    <>
      <TrashBar
        chosenCount={chosen.length}
        isEmpty={rows.length === 0}
        all={all}
        onAll={onAll}
        commands={commands}
        onClear={() => dispatch({ type: "none" })}
      />
      {rows.length === 0 ? (
        <EmptyState icon={<IconTrash size={22} />} title={t("empty.title")} hint={t("empty.hint")} />
      ) : (
        <div className={styles["scroller"]}>
          <div
            ref={grid}
            role="grid"
            aria-label={t("title")}
            aria-multiselectable
            aria-rowcount={rows.length + 1}
            data-all={all || undefined}
            className={styles["grid"]}
          >
            <div role="row" className={styles["header"]} aria-rowindex={1}>
              {(["name", "from", "size", "deleted", ...(all ? (["owner"] as const) : [])] as const).map((column) => (
                <span key={column} role="columnheader" data-column={column}>
                  {t(`column.${column}`)}
                </span>
              ))}
            </div>
            {rows.map((row, index) => (
              <TrashRow
                key={row.id}
                row={row}
                index={index}
                isChosen={chosen.includes(row)}
                isTabStop={row.id === tabStop}
                withOwner={all}
                onPick={(action) => dispatch(action(row.id, rows))}
              />
            ))}
          </div>
          {onMore === null ? null : (
            <Button className={styles["more"] ?? ""} variant="default" size="xs" onClick={onMore}>
              {t("more")}
            </Button>
          )}
        </div>
      )}
      <output className={styles["status"]}>
        {chosen.length > 0 ? t("chosen", { count: chosen.length }) : t("total", { count, size: formatSize(sizeBytes) })}
      </output>
    </>
  );
}
