"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/ui/state/empty-state";
import { cardIds, cards, type CardId } from "@/components/metrics/cards/cards";
import type { ChartWay } from "@/components/metrics/chart/chart-part";
import type { View } from "@/components/metrics/view/frame";
import type { Alert } from "@/lib/contracts/alert";
import { MetricCard } from "./metric-card";
import type { useArrangement } from "./use-arrangement";
import { useAskedCard } from "./use-asked-card";
import styles from "./dashboard.module.css";

type Props = {
  view: View;
  onZoom: ChartWay["onZoom"];
  alerts: readonly Alert[];
  arrangement: ReturnType<typeof useArrangement>;
  /** The figures are old. */
  isStale: boolean;
};

/** The cards that this machine has something for and the user wants to see. */
export function CardGrid({ view, onZoom, alerts, arrangement, isStale }: Props) {
  const t = useTranslations("metrics");
  const { order, isHidden, move, show } = arrangement;
  const grid = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState("");
  /** The card that a key has moved: its grip keeps the focus, wherever it now is. */
  const [movedId, setMovedId] = useState<CardId | null>(null);
  const asked = useAskedCard(grid);
  // Who asks for one sees it, also if it is hidden otherwise.
  const shown = order.filter((id) => (id === asked || !isHidden(id)) && cards[id].isThere(view));

  const place = shown.join(" ");
  useEffect(() => {
    if (movedId !== null && place !== "") grid.current?.querySelector<HTMLElement>(`[data-grip="${movedId}"]`)?.focus();
  }, [movedId, place]);

  const step = (id: CardId, by: 1 | -1) => {
    const at = shown.indexOf(id) + by;
    const target = shown[at];
    if (target === undefined) return null;
    return () => {
      setMovedId(id);
      move(id, target);
      setAnnounced(t("card.moved", { title: t(`cards.${id}`), position: at + 1, count: shown.length }));
    };
  };
  if (shown.length === 0) return <EmptyState title={t("allHidden")} hint={t("allHiddenHint")} />;
  return (
    <>
      <div ref={grid} className={styles["grid"]} data-stale={isStale || undefined}>
        {shown.map((id) => {
          const { Body, chart, alerts: marked = [] } = cards[id];
          const mine = alerts.filter(({ metric }) => marked.includes(metric));
          return (
            <MetricCard
              key={id}
              id={id}
              isAsked={id === asked}
              hasChart={chart === "always" || (chart === "past" && view.frame.stepMs !== null)}
              frame={view.frame}
              onStep={{ earlier: step(id, -1), later: step(id, 1) }}
              onTake={(other) => {
                const dropped = cardIds.find((one) => one === other);
                if (dropped === undefined || dropped === id) return;
                setMovedId(null);
                move(dropped, id);
              }}
              onHide={() => show(id, false)}
            >
              {(isTable) => <Body view={view} way={{ isTable, onZoom, alerts: mine }} />}
            </MetricCard>
          );
        })}
      </div>
      <output className="visually-hidden">{announced}</output>
    </>
  );
}
