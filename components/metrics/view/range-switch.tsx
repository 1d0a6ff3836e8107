"use client";

import { SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useIsMobile } from "@/components/ui/use-media";
import { pages } from "@/lib/client/urls";
import { ranges, type Shown } from "./ranges";

/** Live, or how far back; the choice is in the address. */
export function RangeSwitch({ shown }: { shown: Shown }) {
  const t = useTranslations("metrics");
  const router = useRouter();
  const isMobile = useIsMobile();
  return (
    <SegmentedControl
      aria-label={t("range.label")}
      withItemsBorders={false}
      fullWidth={isMobile}
      // What was drawn over in a chart is none of them.
      value={"range" in shown ? shown.range : ""}
      data={ranges.map((range) => ({ value: range, label: t(`range.${range}`) }))}
      onChange={(range) => router.push(pages.system(range === "live" ? {} : { range }), { scroll: false })}
    />
  );
}
