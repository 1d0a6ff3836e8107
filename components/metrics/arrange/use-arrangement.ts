"use client";

import { useCachedMe } from "@/components/layout/use-me";
import { useSavePreferences } from "@/components/layout/use-save-preferences";
import { cardIds, type CardId } from "@/components/metrics/cards/cards";
import { arranged, moved } from "./arrangement";

const nothing = { order: [], hidden: [] };

/** How the user has arranged the cards, and the ways to change it: at once, and on every device. */
export function useArrangement() {
  const look = useCachedMe()?.dashboard ?? nothing;
  const { mutate } = useSavePreferences();
  const order = arranged(cardIds, look);
  const hidden = new Set(look.hidden);
  return {
    order,
    isHidden: (id: CardId) => hidden.has(id),
    isUsual: look.order.length === 0 && look.hidden.length === 0,
    /** To the place of another card. */
    move: (id: CardId, target: CardId) => mutate({ dashboard: { ...look, order: moved(order, id, target) } }),
    show: (id: CardId, isShown: boolean) =>
      mutate({
        dashboard: { order, hidden: isShown ? look.hidden.filter((one) => one !== id) : [...look.hidden, id] },
      }),
    reset: () => mutate({ dashboard: nothing }),
  };
}
