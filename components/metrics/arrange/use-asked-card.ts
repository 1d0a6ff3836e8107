"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, type RefObject } from "react";
import { cardIds, cards, type CardId } from "@/components/metrics/cards/cards";
import { askedCard } from "@/lib/shared/alert-page";

/** The card that the address asks for, by a figure of its chart. It comes into sight and gets the focus; null: none. */
export function useAskedCard(grid: RefObject<HTMLElement | null>): CardId | null {
  const search = useSearchParams();
  const metric = search.get(askedCard.metric);
  const since = search.get(askedCard.since);
  const asked = cardIds.find((id) => cards[id].alerts?.some((one) => one === metric)) ?? null;
  useEffect(() => {
    // Another alert of the same figure is another wish.
    if (asked === null || since === null) return;
    const card = grid.current?.querySelector<HTMLElement>(`[data-card="${asked}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "center" });
  }, [grid, asked, since]);
  return asked;
}
