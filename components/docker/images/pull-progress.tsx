"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { PullLayers } from "./pull-layers";

/** The pulling of an image, in a dialog of its own. */
export default function PullProgress(props: ComponentProps<typeof PullLayers>) {
  const t = useTranslations("dockerImage.pull");
  return (
    <DialogCard title={t("pulling", { name: props.reference })} onClose={props.onClose} size={560} fillsPhone>
      <PullLayers {...props} />
    </DialogCard>
  );
}
