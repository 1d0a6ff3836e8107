"use client";

import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconFolderOpen, IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState, type DragEvent } from "react";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { isEntryName, nameOf, parentOf, type EntryName } from "@/lib/shared/paths";
import type { ShownAction } from "@/components/domain/action/entry-action";
import { closeOpened, goToFolder } from "@/components/domain/folder/go-to";
import type { FolderAnswer } from "@/components/domain/folder/use-folder";
import { FileGrid } from "@/components/file/list/file-grid";
import type { GridProps } from "@/components/file/list/grid-props";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { readmeOf } from "@/components/domain/markdown/readme-of";
import type { FileEntry } from "@/lib/contracts/file";
import type { ListModel } from "@/components/domain/list/grid-model";
import type { ListEvents } from "@/components/domain/list/list-events";
import type { GridStart } from "@/components/file/list/use-grid-scroll";
import { FolderProblem, StaleNotice } from "./folder-problem";
import { OpenGate } from "./open-gate";
import type { OpenAs } from "@/components/domain/entry/open-rule";
import styles from "@/components/domain/list/file-page.module.css";

const PhotoGallery = lazyScreen<GridProps>(() => import("@/components/file/gallery/photo-gallery"));
const FolderReadme = lazyPart(() => import("./folder-readme"));

type Props = {
  folder: UseQueryResult<FolderAnswer>;
  model: ListModel;
  events: ListEvents;
  open: EntryName | null;
  as: OpenAs;
  filter: string;
  unfiltered: readonly FileEntry[];
  start: GridStart;
  singleKeys: boolean;
  actions: readonly ShownAction[];
  onFilter: (text: string) => void;
  onOnly: GridProps["onOnly"];
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
};

/** What is under the toolbar: rows, or why there are none. */
export function FolderContent({
  folder,
  model,
  events,
  open,
  as,
  filter,
  unfiltered,
  start,
  singleKeys,
  actions,
  onFilter,
  onOnly,
  onDragStart,
  onDragEnd,
}: Props) {
  const t = useTranslations("file");
  const { folder: path, rows } = model;
  const isGallery = model.layout === "gallery";
  const Grid = isGallery ? PhotoGallery : FileGrid;
  const [order, setOrder] = useState<readonly FileEntry[]>();
  const shown = (isGallery && order) || rows;
  const isFile = folder.data?.type === "file";
  useEffect(() => {
    const parent = parentOf(path);
    // A link straight to a file shows its folder with the file opened.
    if (isFile && parent !== null) goToFolder(parent, { open: nameOf(path), replace: true });
  }, [isFile, path]);

  if (folder.data?.type !== "folder") {
    if (folder.error === null) return <LoadingState rows={12} />;
    return (
      <div className={styles["message"]}>
        <FolderProblem error={folder.error} onRetry={() => void folder.refetch()} />
      </div>
    );
  }
  const { listing } = folder.data;
  const readme = readmeOf(listing.files);
  const canUpload = actions.find(({ id }) => id === "upload")?.disabled === undefined;
  const empty =
    filter === "" ? (
      <EmptyState
        icon={<IconFolderOpen size={22} />}
        title={t("empty.title")}
        hint={canUpload ? t("empty.hint") : undefined}
        actions={
          canUpload ? (
            <>
              <Button variant="default" size="xs" onClick={() => events.run("newFolder")}>
                {t("action.newFolder")}
              </Button>
              <Button size="xs" onClick={() => events.run("upload")}>
                {t("action.upload")}
              </Button>
            </>
          ) : undefined
        }
      />
    ) : (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={t("noMatch.title", { text: filter })}
        actions={
          <Button variant="default" size="xs" onClick={() => onFilter("")}>
            {t("filterClear")}
          </Button>
        }
      />
    );
  return (
    <>
      {folder.error === null ? null : <StaleNotice error={folder.error} onRetry={() => void folder.refetch()} />}
      {listing.is_cut === true ? (
        <Banner kind="info">{t("tooMany", { count: listing.folders.length + listing.files.length })}</Banner>
      ) : null}
      <Grid
        model={model}
        events={events}
        start={start}
        filter={filter}
        unfiltered={unfiltered}
        isCovered={open !== null}
        singleKeys={singleKeys}
        empty={empty}
        onOrder={setOrder}
        onOnly={onOnly}
        onDragStart={onDragStart}
        onDragEnd={onDragEnd}
      />
      {readme === undefined ? null : (
        <Suspense>
          <FolderReadme folder={path} entry={readme} />
        </Suspense>
      )}
      {open === null ? null : (
        <OpenGate
          key={`${as ?? ""}/${open}`}
          folder={path}
          name={open}
          as={as}
          // A link may lead to what is hidden or filtered out.
          entries={shown.some(({ name }) => name === open) ? shown : [...listing.folders, ...listing.files]}
          onClose={() => {
            events.select({ type: "focus", name: open });
            closeOpened(path);
          }}
          onNavigate={(name) => {
            if (!isEntryName(name)) return;
            events.select({ type: "only", name });
            goToFolder(path, { open: name, replace: true });
          }}
        />
      )}
    </>
  );
}
