"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are chosen, as in the list of files */

import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { placeText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { emptySelection, isPicked, pickedRows, reduceSelection } from "@/components/domain/list/selection";
import { useWindow } from "@/components/ui/use-window";
import { useIsMobile } from "@/components/ui/use-media";
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
  /** Null: these are all. The same function until there are more. */
  onMore: (() => void) | null;
};

const [rowPx, cardPx, headPx] = [36, 70, 31];
/** So many rows before the last one the next page is asked for. */
const ahead = 100;

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
  const [grid, body] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const focused = useMemo(() => rows.findIndex(({ id }) => id === selection.focus), [rows, selection.focus]);
  const { parts, measure, scrollTo } = useWindow({
    body,
    list: grid,
    count: rows.length,
    keyOf: useCallback((index: number) => rows[index]?.id ?? "", [rows]),
    rowPx: useIsMobile() ? cardPx : rowPx,
    kept: focused,
    headPx,
  });
  useTrashKeys({ grid, rows, focused, selection, dispatch, commands, scrollTo });
  const tabStop = rows[focused]?.id ?? rows[0]?.id;
  const drawn = parts.findLast((part) => part.kind === "row")?.index ?? 0;
  const isNearEnd = drawn >= rows.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
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
            aria-rowcount={(onMore === null ? rows.length : count) + 1}
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
            <div ref={body} role="rowgroup">
              {parts.map((part) => {
                if (part.kind === "gap") return <div key={part.key} style={{ blockSize: part.sizePx }} />;
                const row = rows[part.index];
                if (row === undefined) return null;
                return (
                  <TrashRow
                    key={row.id}
                    row={row}
                    index={part.index}
                    isChosen={isPicked(selection.picked, row.id)}
                    isTabStop={row.id === tabStop}
                    withOwner={all}
                    measure={measure}
                    onPick={(action) => dispatch(action(row.id, rows))}
                  />
                );
              })}
            </div>
          </div>
        </div>
      )}
      <output className={styles["status"]}>
        {chosen.length > 0 ? t("chosen", { count: chosen.length }) : t("total", { count, size: formatSize(sizeBytes) })}
      </output>
    </>
  );
}
