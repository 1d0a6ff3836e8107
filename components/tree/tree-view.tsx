"use client";

import { IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { useRowWindow } from "@/components/ui/use-row-window";
import type { TreeRow } from "./tree-model";
import type { useTree } from "./use-tree";
import styles from "./tree.module.css";

const rowPx = 26;
/** Deeper branches stand no further in. */
const maxIndented = 40;

export type TreeControl = { goTo: (index: number) => void; index: () => number };

type Props = {
  ref: Ref<TreeControl>;
  label: string;
  tree: ReturnType<typeof useTree>;
  count: number;
};

/** The open branches as lines, by the tree pattern of ARIA: arrows move, open and close. */
export function TreeView({ ref, label, tree, count }: Props) {
  const t = useTranslations("tree");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const view = useRowWindow(scroller, { count, rowPx });
  const { rows, post } = tree;
  // With every drawing: what is in sight may have been forgotten.
  useEffect(() => rows.need(view.from, view.to));
  const index = Math.min(active, Math.max(0, count - 1));

  const goTo = (next: number) => {
    if (next < 0) return;
    const at = Math.min(count - 1, next);
    setActive(at);
    view.reveal(at);
  };
  useImperativeHandle(ref, () => ({
    // What comes from the thread may be ahead of what is drawn.
    goTo: (next) => {
      if (next < 0) return;
      setActive(next);
      view.goTo(next - Math.floor(view.pageRows / 3));
    },
    index: () => index,
  }));

  const toggle = (row: TreeRow, at: number) => post({ type: "toggle", index: at, isOpen: row.isOpen !== true });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows.at(index);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c")
      post({ type: "copy", what: "value", index });
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else {
      const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
      const [forth, back] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      const moves: Record<string, () => void> = {
        ArrowDown: () => goTo(index + 1),
        ArrowUp: () => goTo(Math.max(0, index - 1)),
        PageDown: () => goTo(index + view.pageRows),
        PageUp: () => goTo(Math.max(0, index - view.pageRows)),
        Home: () => goTo(0),
        End: () => goTo(count - 1),
        Enter: () => row !== undefined && row.isOpen !== null && toggle(row, index),
        " ": () => row !== undefined && row.isOpen !== null && toggle(row, index),
        "*": () => post({ type: "all", isOpen: true }),
        [forth ?? ""]: () =>
          row?.isOpen === false ? toggle(row, index) : row?.isOpen === true ? goTo(index + 1) : null,
        [back ?? ""]: () => (row?.isOpen === true ? toggle(row, index) : post({ type: "goToParent", index })),
      };
      const move = moves[event.key];
      if (move === undefined) return;
      move();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const numbers = Array.from({ length: Math.max(0, view.to - view.from) }, (_, at) => view.from + at);

  return (
    <div
      ref={scroller}
      className={styles["tree"]}
      role="tree"
      tabIndex={0}
      data-autofocus
      aria-label={label}
      aria-activedescendant={numbers.includes(index) ? `${id}-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ blockSize: view.spacePx }}>
        <div role="presentation" className={styles["layer"]} style={{ blockSize: view.layerPx }}>
          {numbers.map((at) => {
            const row = rows.at(at);
            if (row === undefined) return null;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the tree
              <div
                key={row.id}
                id={`${id}-${at}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={row.level}
                aria-expanded={row.isOpen ?? undefined}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                aria-selected={at === index}
                className={styles["line"]}
                style={{
                  translate: `0 ${view.offsetOf(at)}px`,
                  paddingInlineStart: 10 + 18 * Math.min(maxIndented, row.level - 1),
                }}
                onClick={() => {
                  setActive(at);
                  if (row.isOpen !== null) toggle(row, at);
                }}
              >
                <IconChevronRight
                  size={14}
                  aria-hidden
                  data-flip
                  className={styles["arrow"]}
                  data-open={row.isOpen === true || undefined}
                  data-leaf={row.isOpen === null || undefined}
                />
                <bdi className={styles["key"]} data-index={row.isIndex || undefined}>
                  {row.label}
                </bdi>
                {row.kind === "object" || row.kind === "array" || (row.kind === "element" && row.text === "") ? (
                  <span className={styles["size"]}>{t(row.kind, { count: row.count })}</span>
                ) : (
                  <bdi className={styles["value"]} data-kind={row.kind}>
                    {row.text}
                  </bdi>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
