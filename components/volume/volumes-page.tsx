"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { PruneAndNew } from "@/components/domain/docker/prune-and-new";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { useDialogAddress, type OpenDialog } from "@/components/layout/use-dialog-address";
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

type Other = { what: "new" | "prune" } | { what: "import"; name: string };

/** The volumes of Docker, live. */
export default function VolumesPage() {
  const t = useTranslations("volume");
  const can = useCan();
  const dialog = useDialogAddress<Other>();
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      table={volumeTable}
      tabs={<DockerTabs />}
      actions={
        can("docker_volume_update") ? (
          <PruneAndNew pruneLabel={t("prune.open")} newLabel={t("new.open")} onOpen={dialog.openOther} />
        ) : null
      }
    >
      {(rows) => <Volumes rows={rows} dialog={dialog} />}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, VolumeRow>; dialog: OpenDialog<Other> };

function Volumes({ rows, dialog: { details, other, openDetails, openOther, close } }: Props) {
  const t = useTranslations("volume");
  const columns = useVolumeColumns();
  const opens = useMemo(
    () => ({
      onDetails: openDetails,
      onImport: (name: string) => openOther({ what: "import", name }),
    }),
    [openDetails, openOther],
  );
  const menuOf = useVolumeActions(opens);
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
      onOpen={({ id }) => openDetails(id)}
      menuOf={menuOf}
      menuLabel={(row) => t("actions.menu", { name: volumeText(row) })}
      isDim={({ used_by }) => used_by.length === 0}
      none={{ title: t("none"), hint: t("noneHint") }}
      noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
    >
      {details === null ? null : <VolumeDialog name={details} row={rows.get(details) ?? null} onClose={close} />}
      {other?.what === "import" ? <ImportDialog name={other.name} onClose={close} /> : null}
      {other?.what === "new" ? <NewVolumeDialog onClose={close} /> : null}
      {other?.what === "prune" ? <PruneVolumes onClose={close} /> : null}
    </FoundList>
  );
}
