"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { CardProps } from "./card-props";
import { FlowCard } from "./flow-card";

export function DiskCard({ view, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  return (
    <FlowCard
      view={view}
      way={way}
      label={t("cards.disks")}
      kind="disk"
      ways={[
        { key: "disk/read", label: t("disks.read"), colour: 2 },
        { key: "disk/written", label: t("disks.written"), colour: 4 },
      ]}
      devices={view.machine.disks.map(({ name, model, bytes }) => ({
        name,
        hint: [model, bytes === null ? null : formats.size(bytes)].filter((text) => text !== null).join(", ") || null,
      }))}
      isBusyShown
    />
  );
}
