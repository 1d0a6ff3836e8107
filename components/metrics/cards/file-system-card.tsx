"use client";

import { IconChartTreemap } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartColour } from "@/components/metrics/chart/chart-spec";
import { useFormats } from "@/components/metrics/view/use-formats";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import type { Machine } from "@/lib/contracts/metrics";
import { metricKey } from "@/lib/shared/metrics";
import { parseVirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import type { CardProps } from "./card-props";
import { UseBar } from "@/components/ui/use-bar";
import styles from "./cards.module.css";

const colours: readonly ChartColour[] = [1, 2, 3, 4, 5, 6];

/** How full each is; of the past, how full they were. */
export function FileSystemCard({ view: { machine, now, frame }, way }: CardProps) {
  const t = useTranslations("metrics");
  // The fullest ones: a chart has six colours.
  const lines = machine.fileSystems
    .map(({ place }) => ({ key: metricKey("fs", "used", place), label: shownName(place) }))
    .sort((a, b) => (now[b.key] ?? 0) - (now[a.key] ?? 0))
    .flatMap((line, index) => {
      const colour = colours[index];
      return colour === undefined ? [] : [{ ...line, colour }];
    });
  return (
    <>
      {frame.stepMs === null ? null : (
        <ChartPart {...way} label={t("cards.fileSystems")} spec={{ unit: "share", max: 1, lines }} frame={frame} />
      )}
      <ul className={styles["systems"]}>
        {machine.fileSystems.map((system) => (
          <FileSystem key={system.place} system={system} used={now[metricKey("fs", "used", system.place)]} />
        ))}
      </ul>
    </>
  );
}

type SystemProps = { system: Machine["fileSystems"][number]; used: number | undefined };

function FileSystem({ system, used }: SystemProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const { place, source, type, isReadOnly, isAnswering, totalBytes, availableBytes, folder } = system;
  const path = folder === null ? null : parseVirtualPath(folder);
  return (
    <li className={styles["system"]}>
      <span className={styles["systemHead"]}>
        <bdi className={styles["rowName"]} data-ltr title={`${source} (${type})`}>
          {shownName(place)}
        </bdi>
        {isReadOnly ? <Badge>{t("fileSystems.readOnly")}</Badge> : null}
        {isAnswering ? null : <Badge tone="warn">{t("fileSystems.silent")}</Badge>}
        <output className={styles["percent"]}>
          {used === undefined ? formats.percent(used) : formats.short.share(used)}
        </output>
        {path === null ? null : (
          <IconButton
            label={t("fileSystems.map", { place })}
            icon={<IconChartTreemap size={17} />}
            onClick={() => folderToolRequest.set({ tool: "spaceMap", path })}
          />
        )}
      </span>
      <UseBar share={used ?? 0} label={t("fileSystems.used", { place })} />
      <output className={styles["dim"]}>
        {totalBytes === null || availableBytes === null
          ? t("fileSystems.unknown")
          : t("fileSystems.free", { free: formats.size(availableBytes), total: formats.size(totalBytes) })}
      </output>
    </li>
  );
}
