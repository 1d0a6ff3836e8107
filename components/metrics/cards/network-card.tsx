"use client";

import { useTranslations } from "next-intl";
import type { CardProps } from "./card-props";
import { FlowCard } from "./flow-card";

export function NetworkCard({ view, way }: CardProps) {
  const t = useTranslations("metrics");
  return (
    <FlowCard
      view={view}
      way={way}
      label={t("cards.network")}
      kind="net"
      ways={[
        { key: "net/received", label: t("network.received"), colour: 1 },
        { key: "net/sent", label: t("network.sent"), colour: 3 },
      ]}
      devices={view.machine.networks.map(({ name }) => ({ name, hint: null }))}
    />
  );
}
