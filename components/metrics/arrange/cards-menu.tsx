"use client";

import { IconLayoutGrid } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ToolButton } from "@/components/ui/tool-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { cards } from "@/components/metrics/cards/cards";
import type { View } from "@/components/metrics/view/frame";
import type { useArrangement } from "./use-arrangement";

/** Which of the cards are shown. */
export function CardsMenu({ view, arrangement }: { view: View; arrangement: ReturnType<typeof useArrangement> }) {
  const t = useTranslations("metrics");
  const { order, isHidden, isUsual, show, reset } = arrangement;
  const items: MenuItem[] = order
    .filter((id) => cards[id].isThere(view))
    .map((id) => ({
      id,
      label: t(`cards.${id}`),
      checked: !isHidden(id),
      onSelect: () => show(id, isHidden(id)),
    }));
  if (!isUsual) items.push({ id: "line", divider: true }, { id: "reset", label: t("card.reset"), onSelect: reset });
  return (
    <ActionMenu label={t("card.choose")} items={items}>
      {(button) => (
        <ToolButton {...button} label={t("card.choose")} icon={<IconLayoutGrid size={17} />} disabledReason={null} />
      )}
    </ActionMenu>
  );
}
