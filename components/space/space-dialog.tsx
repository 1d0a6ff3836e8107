"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { goToFolder } from "@/components/domain/folder/go-to";
import { TaskMeter } from "@/components/domain/task/task-meter";
import { tasksOver } from "@/components/domain/task/task-store";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { ErrorState } from "@/components/ui/state/error-state";
import { useStore } from "@/components/ui/use-store";
import { isWithin, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { SpaceBoxes } from "./space-boxes";
import { SpaceCrumbs } from "./space-crumbs";
import { SpaceList } from "./space-list";
import { findItem, isUnseen, type SpaceItem } from "./space-tree";
import { useSpaceMap } from "./use-space-map";
import styles from "./space.module.css";

/** Where a folder takes space: boxes and a list, folder by folder. */
export default function SpaceDialog({ path, onClose }: { path: VirtualPath; onClose: () => void }) {
  const t = useTranslations("space");
  const words = useWords();
  const roots = useRoots().data;
  const formatSize = useFormatSize();
  const canDelete = useCan()("filecat_file_delete_cut_rename");
  /** What was measured, and where in it we are. */
  const [place, setPlace] = useState({ top: path, at: path });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { query, progress } = useSpaceMap(place.top);
  const { data, error, refetch } = query;
  const beginDeleting = useMeasureAfter(() => void refetch()); // tells its own failure
  const folder = data === undefined ? null : (findItem(data.top, place.at) ?? data.top);

  const goTo = (at: VirtualPath) => {
    setChosen(new Set());
    setPlace(({ top }) => (isWithin(at, top) ? { top, at } : { top: at, at }));
  };
  const enter = (item: SpaceItem) => {
    setChosen(new Set());
    setPlace(({ top }) => ({ top: isUnseen(item) ? item.path : top, at: item.path }));
  };
  const toggle = (one: string) =>
    setChosen((before) => new Set(before.has(one) ? [...before].filter((other) => other !== one) : [...before, one]));
  const remove = async () => {
    const items = folder?.children.filter((item) => chosen.has(item.path)) ?? [];
    setChosen(new Set());
    beginDeleting();
    await deleteEntries({ files: items.map((item) => item.path), entries: items, permanent: false }, words);
  };

  return (
    <DialogCard
      title={<bdi>{t("title", { name: shownName(titleOf(path, roots)) })}</bdi>}
      onClose={onClose}
      size={1080}
    >
      <SpaceCrumbs start={path} at={folder?.path ?? place.at} onGo={goTo} />
      {error !== null && data === undefined ? (
        <ErrorState title={words.errorText(error)} onRetry={() => void refetch()} />
      ) : folder === null || data === undefined ? (
        <output className={styles["measuring"]}>
          <span className={styles["meter"]}>
            <TaskMeter title={t("measuring")} fraction={null} />
          </span>
          {t("progress", { entries: progress.entries, size: formatSize(progress.bytes) })}
        </output>
      ) : (
        <>
          <p className={styles["sum"]}>
            <strong>{formatSize(folder.bytes)}</strong> · {t("files", { count: folder.files })}
            {data.unreadable > 0 ? ` · ${t("unreadable", { count: data.unreadable })}` : ""}
          </p>
          {folder.children.length === 0 && folder.rest.entries === 0 ? (
            <p className={styles["measuring"]}>{t("empty")}</p>
          ) : (
            <div className={styles["both"]}>
              <SpaceBoxes folder={folder} onEnter={enter} />
              <SpaceList folder={folder} chosen={chosen} onChoose={toggle} onEnter={enter} />
            </div>
          )}
          <div data-dialog-footer>
            {canDelete && chosen.size > 0 ? (
              <Button variant="default" c="var(--bad)" onClick={() => void remove()}>
                {t("delete", { count: chosen.size })}
              </Button>
            ) : null}
            <Button
              onClick={() => {
                onClose();
                goToFolder(folder.path);
              }}
            >
              {t("open")}
            </Button>
          </div>
        </>
      )}
    </DialogCard>
  );
}

/** Measures anew when the job that is about to begin is over; whoever begins one says so before. */
function useMeasureAfter(measure: () => void): () => void {
  const over = useStore(tasksOver);
  const waitingSince = useRef<number | null>(null);
  useEffect(() => {
    if (waitingSince.current === null || waitingSince.current === over) return;
    waitingSince.current = null;
    measure();
  }, [over, measure]);
  return () => {
    waitingSince.current = over;
  };
}
