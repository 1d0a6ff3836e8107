"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { PruneAndNew } from "@/components/domain/docker/prune-and-new";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { VolumeRow } from "@/lib/contracts/volume";
import { filterVolumes, volumeFilters, volumeText } from "./filter-volumes";
import { useVolumeActions } from "./use-volume-actions";
import { useVolumeColumns } from "./use-volume-columns";

const VolumeDialog = lazyDialog(() => import("./volume-dialog"));
const NewVolumeDialog = lazyDialog(() => import("./new-volume-dialog"));
const ImportDialog = lazyDialog(() => import("./import-dialog"));
const PruneVolumes = lazyDialog(() => import("./prune-volumes"));

const volumeTable = createLiveTable<VolumeRow>((hear, end) => keepChannel("volume/follow", {}, hear, end));

type Opened = { what: "new" | "prune" } | { what: "details" | "import"; name: string } | null;

/** The volumes of Docker, live. */
export default function VolumesPage() {
  const t = useTranslations("volume");
  const can = useCan();
  const [opened, setOpened] = useState<Opened>(null);
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      table={volumeTable}
      tabs={<DockerTabs />}
      actions={
        can("docker_volume_update") ? (
          <PruneAndNew pruneLabel={t("prune.open")} newLabel={t("new.open")} onOpen={setOpened} />
        ) : null
      }
    >
      {(rows) => <Volumes rows={rows} opened={opened} onOpen={setOpened} />}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, VolumeRow>; opened: Opened; onOpen: (opened: Opened) => void };

function Volumes({ rows, opened, onOpen }: Props) {
  const t = useTranslations("volume");
  const columns = useVolumeColumns();
  const opens = useMemo(
    () => ({
      onDetails: (name: string) => onOpen({ what: "details", name }),
      onImport: (name: string) => onOpen({ what: "import", name }),
    }),
    [onOpen],
  );
  const menuOf = useVolumeActions(opens);
  const close = () => onOpen(null);
  return (
    <FoundList
      label={t("title")}
      columns={columns}
      rows={rows}
      find={filterVolumes}
      search={t("search")}
      filters={{
        label: t("filters.label"),
        values: volumeFilters,
        nameOf: (one, count) => t(`filters.${one}`, { count }),
      }}
      sortedBy={{ column: "name", direction: "up" }}
      onOpen={({ id }) => onOpen({ what: "details", name: id })}
      menuOf={menuOf}
      menuLabel={(row) => t("actions.menu", { name: volumeText(row) })}
      isDim={({ used_by }) => used_by.length === 0}
      none={{ title: t("none"), hint: t("noneHint") }}
      noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
    >
      {opened?.what === "details" ? (
        <VolumeDialog name={opened.name} row={rows.get(opened.name) ?? null} onClose={close} />
      ) : null}
      {opened?.what === "import" ? <ImportDialog name={opened.name} onClose={close} /> : null}
      {opened?.what === "new" ? <NewVolumeDialog onClose={close} /> : null}
      {opened?.what === "prune" ? <PruneVolumes onClose={close} /> : null}
    </FoundList>
  );
}
