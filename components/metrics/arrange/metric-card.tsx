"use client";

import { IconGripVertical } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { useGrip } from "@/components/ui/use-grip";
import type { CardId } from "@/components/metrics/cards/cards";
import { MarkTime } from "@/components/metrics/chart/mark-time";
import type { Frame } from "@/components/metrics/view/frame";
import styles from "./dashboard.module.css";

type Props = {
  id: CardId;
  /** A link has led to it. */
  isAsked: boolean;
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
export function MetricCard({ id, isAsked, hasChart, frame, onStep, onTake, onHide, children }: Props) {
  const t = useTranslations("metrics");
  const titleId = useId();
  const [isTable, setTable] = useState(false);
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
  const { target, grip } = useGrip({
    dragType: "application/x-filedeck-card",
    id,
    onStep: (by) => (by === -1 ? onStep.earlier : onStep.later)?.(),
    onTake,
  });
  return (
    <section
      className={styles["card"]}
      aria-labelledby={titleId}
      data-card={id}
      data-asked={isAsked || undefined}
      tabIndex={isAsked ? -1 : undefined}
      {...target}
    >
      <div className={styles["cardHead"]}>
        <h2 id={titleId}>{title}</h2>
        {hasChart ? <MarkTime frame={frame} /> : null}
        <IconButton
          className={styles["grip"]}
          label={t("card.move", { title })}
          icon={<IconGripVertical size={16} />}
          {...grip}
        />
        <ActionMenu label={t("card.menu", { title })} items={items} />
      </div>
      {children(isTable)}
    </section>
  );
}
