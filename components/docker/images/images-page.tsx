"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconHammer, IconKey, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { useDialogAddress, type OpenDialog } from "@/components/layout/use-dialog-address";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { filterImages, findImage, imageFilters, nameOfImage } from "./filter-images";
import { imageTable } from "./image-table";
import { useImageActions, type ImageDialogs } from "./use-image-actions";
import { useImageColumns } from "./use-image-columns";

const ImageDialog = lazyDialog(() => import("./image-dialog"));
const PullDialog = lazyDialog(() => import("./pull-dialog"));
const PullProgress = lazyPart(() => import("./pull-progress"));
const BuildDialog = lazyDialog(() => import("./build-dialog"));
const PruneDialog = lazyDialog(() => import("./prune-dialog"));
const RegistriesDialog = lazyDialog(() => import("./registries-dialog"));

/** The images of this machine, live. */
export default function ImagesPage() {
  const t = useTranslations("dockerImage");
  const can = useCan();
  const dialog = useDialogAddress<ImageDialogs>();
  const mayUpdate = can("docker_image_update");
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      table={imageTable}
      tabs={<DockerTabs />}
      actions={
        <>
          {can("docker_registry") ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconKey size={16} />}
              onClick={() => dialog.openOther({ kind: "registries" })}
            >
              {t("actions.registries")}
            </Button>
          ) : null}
          {can("docker_images_delete") ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} />}
              onClick={() => dialog.openOther({ kind: "prune" })}
            >
              {t("actions.prune")}
            </Button>
          ) : null}
          {mayUpdate && can("lan_access") && can("file_read") ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconHammer size={16} />}
              onClick={() => dialog.openOther({ kind: "build" })}
            >
              {t("actions.build")}
            </Button>
          ) : null}
          {mayUpdate ? (
            <Button
              size="xs"
              leftSection={<IconDownload size={16} />}
              onClick={() => dialog.openOther({ kind: "pull" })}
            >
              {t("actions.pull")}
            </Button>
          ) : null}
        </>
      }
    >
      {(rows) => <Images rows={rows} dialog={dialog} />}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, ImageRow>; dialog: OpenDialog<ImageDialogs> };

function Images({ rows, dialog }: Props) {
  const { details, other: open, openDetails, openOther: onOpen, close } = dialog;
  const t = useTranslations("dockerImage");
  const { menuOf, pull, pullReason } = useImageActions(dialog);
  const columns = useImageColumns(pullReason === null ? pull : null);
  return (
    <FoundList
      label={t("title")}
      columns={columns}
      rows={rows}
      find={filterImages}
      search={t("search")}
      filters={{
        label: t("filters.label"),
        values: imageFilters,
        nameOf: (one, count) => t(`filters.${one}`, { count }),
      }}
      sortedBy={{ column: "name", direction: "up" }}
      onOpen={({ id }) => openDetails(id)}
      menuOf={menuOf}
      menuLabel={(row) => t("actions.menu", { name: nameOfImage(row) })}
      isDim={({ used_count }) => used_count === 0}
      none={{ title: t("none"), hint: t("noneHint") }}
      noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
    >
      {details !== null ? (
        <ImageDialog id={details} row={findImage(rows, details)} onClose={close} />
      ) : open?.kind === "pull" ? (
        <PullDialog onClose={close} onStarted={(taskId, reference) => onOpen({ kind: "pulling", taskId, reference })} />
      ) : open?.kind === "pulling" ? (
        <PullProgress
          key={open.taskId}
          taskId={open.taskId}
          reference={open.reference}
          onClose={close}
          onAgain={(taskId) => onOpen({ ...open, taskId })}
        />
      ) : open?.kind === "build" ? (
        <BuildDialog onClose={close} />
      ) : open?.kind === "prune" ? (
        <PruneDialog onClose={close} />
      ) : open?.kind === "registries" ? (
        <RegistriesDialog onClose={close} />
      ) : null}
    </FoundList>
  );
}
