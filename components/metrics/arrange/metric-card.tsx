"use client";

import { IconGripVertical } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import type { CardId } from "@/components/metrics/cards/cards";
import { MarkTime } from "@/components/metrics/chart/mark-time";
import type { Frame } from "@/components/metrics/view/frame";
import styles from "./dashboard.module.css";

const dragType = "application/x-filedeck-card";

type Props = {
  id: CardId;
  hasChart: boolean;
  frame: Frame;
  /** One place earlier (-1) or later; null: it is the first, or the last. */
  onStep: { earlier: (() => void) | null; later: (() => void) | null };
  /** Another card was dropped on this one. */
  onTake: (other: string) => void;
  onHide: () => void;
  children: (isTable: boolean) => ReactNode;
};

/** One card, with what moves it: its grip, by the pointer or by the arrow keys, and its menu. */
export function MetricCard({ id, hasChart, frame, onStep, onTake, onHide, children }: Props) {
  const t = useTranslations("metrics");
  const titleId = useId();
  const [isTable, setTable] = useState(false);
  const [isOver, setOver] = useState(false);
  const title = t(`cards.${id}`);

  const items: MenuItem[] = [
    ...(hasChart
      ? [
          { id: "table", label: t("card.table"), checked: isTable, onSelect: () => setTable(!isTable) },
          { id: "line", divider: true } as const,
        ]
      : []),
    ...(onStep.earlier === null ? [] : [{ id: "earlier", label: t("card.earlier"), onSelect: onStep.earlier }]),
    ...(onStep.later === null ? [] : [{ id: "later", label: t("card.later"), onSelect: onStep.later }]),
    { id: "hide", label: t("card.hide"), onSelect: onHide },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === "rtl";
    const isEarlier = event.key === "ArrowUp" || event.key === (isRtl ? "ArrowRight" : "ArrowLeft");
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    (isEarlier ? onStep.earlier : onStep.later)?.();
  };
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- where cards are dropped; keys move them by their grips
    <section
      className={styles["card"]}
      aria-labelledby={titleId}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        onTake(event.dataTransfer.getData(dragType));
      }}
    >
      <div className={styles["cardHead"]}>
        <h2 id={titleId}>{title}</h2>
        {hasChart ? <MarkTime frame={frame} /> : null}
        <IconButton
          className={styles["grip"]}
          data-grip={id}
          label={t("card.move", { title })}
          icon={<IconGripVertical size={16} />}
          draggable
          onKeyDown={onKeyDown}
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, id);
            event.dataTransfer.effectAllowed = "move";
          }}
        />
        <ActionMenu label={t("card.menu", { title })} items={items} />
      </div>
      {children(isTable)}
    </section>
  );
}
