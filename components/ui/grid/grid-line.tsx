"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- of a grid that is no table */

import { IconChevronDown, IconChevronRight, IconDots } from "@tabler/icons-react";
import { memo, type CSSProperties, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { GridColumn } from "./grid-column";
import styles from "./data-grid.module.css";

export type LineHandlers<Row> = {
  onActivate: (id: string) => void;
  onOpen: (row: Row) => void;
  onToggle: (id: string, isOpen: boolean) => void;
  onMenu: (row: Row, at: { x: number; y: number }) => void;
  menuLabel: (row: Row) => string;
};

type Props<Row> = {
  row: Row;
  columns: readonly GridColumn<Row>[];
  index: number;
  top: number;
  height: number;
  level: number;
  isOpen: boolean | null;
  isTree: boolean;
  isActive: boolean;
  isPhone: boolean;
  isDim: boolean;
  canOpen: boolean;
  hasMenu: boolean;
  /** The same ones with every rendering. */
  handlers: LineHandlers<Row>;
};

/** A text that is a box of its own is cut with an ellipsis, and keeps its order on a mirrored page. */
function textApart(content: ReactNode): ReactNode {
  if (content === "") return null;
  return typeof content === "string" ? <span>{content}</span> : content;
}

function Line<Row extends { id: string }>(props: Props<Row>) {
  const { row, columns, index, top, height, level, isOpen, isTree, isActive, isPhone, isDim } = props;
  const { canOpen, hasMenu, handlers } = props;
  const atButton = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: box.left, y: box.bottom };
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid hears the keys of all rows
    <div
      role="row"
      className={styles["row"]}
      aria-rowindex={index + 2}
      aria-level={isTree ? level + 1 : undefined}
      aria-expanded={isOpen ?? undefined}
      data-index={index}
      data-dim={isDim || undefined}
      data-opens={canOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      style={{ insetBlockStart: top, blockSize: height, "--level": level } as CSSProperties}
      onFocus={() => handlers.onActivate(row.id)}
      onClick={() => {
        handlers.onActivate(row.id);
        if (canOpen) handlers.onOpen(row);
      }}
      onContextMenu={(event) => {
        if (!hasMenu) return;
        event.preventDefault();
        handlers.onMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      {columns.map(({ id, isNumber, phone, renderCell }, at) => (
        <div
          key={id}
          role="gridcell"
          className={styles["cell"]}
          data-column={id}
          data-number={isNumber || undefined}
          data-line={isPhone ? phone : undefined}
        >
          {at === 0 && isTree ? (
            <span className={styles["twist"]}>
              {isOpen === null ? null : (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  onClick={(event) => {
                    event.stopPropagation();
                    handlers.onToggle(row.id, !isOpen);
                  }}
                >
                  {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} data-flip />}
                </button>
              )}
            </span>
          ) : null}
          {textApart(renderCell(row))}
        </div>
      ))}
      {hasMenu ? (
        <div role="gridcell" className={styles["more"]}>
          <IconButton
            label={handlers.menuLabel(row)}
            icon={<IconDots size={16} />}
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              handlers.onMenu(row, atButton(event));
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Drawn anew when the row itself has changed, not with every value of the others. */
export const GridLine = memo(Line) as typeof Line; // memo forgets the type parameter
