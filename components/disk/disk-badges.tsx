"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { DiskRow } from "@/lib/contracts/disk";

/** What is out of the ordinary about a device. */
export function DiskBadges({ row }: { row: DiskRow }) {
  const t = useTranslations("disk.badges");
  const format = useFormatter();
  const { raid } = row;
  const isBusy = raid !== null && raid.action !== "" && raid.action !== "idle" && raid.action !== "frozen";
  return (
    <>
      {row.kind === "raid" && row.type !== "" ? <Badge>{row.type.toUpperCase()}</Badge> : null}
      {row.is_removable ? <Badge>{t("removable")}</Badge> : null}
      {row.mounts.some(({ is_read_only }) => is_read_only) || row.is_read_only ? <Badge>{t("readOnly")}</Badge> : null}
      {row.is_answering ? null : <Badge tone="warn">{t("silent")}</Badge>}
      {raid?.is_degraded === true ? <Badge tone="bad">{t("degraded")}</Badge> : null}
      {isBusy ? (
        <Badge tone="accent">
          {raid.done === null ? raid.action : `${raid.action} ${format.number(raid.done, { style: "percent" })}`}
        </Badge>
      ) : null}
    </>
  );
}
