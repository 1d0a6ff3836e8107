"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { RequirePermission } from "@/components/layout/require-permission";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { loadFolderMemory } from "@/components/domain/folder/folder-memory";
import { FolderView } from "./folder-view";
import { useFolderLocation } from "@/components/domain/folder/use-folder-location";
import { UnknownHost } from "@/components/domain/viewing/unknown/unknown-host";
import { RootChooser } from "./root-chooser";
import { useFeatures } from "@/components/registry/use-features";
import { loadUndoStack } from "@/components/domain/task/undo-stack";
import { useClipboardMemory } from "@/components/domain/transfer/use-clipboard-memory";
import styles from "@/components/domain/list/file-page.module.css";

const HelpDialog = lazyDialog(() => import("./help-dialog"));

/** The file page: the folder that the address names. */
export function FilePage() {
  const location = useFolderLocation();
  const search = useSearchParams().toString();
  const asked = useFeatures()
    .flatMap(({ browseViews = [] }) => browseViews)
    .find(({ accepts }) => accepts(search));
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(loadFolderMemory, []);
  useEffect(loadUndoStack, []);
  useClipboardMemory();
  return (
    <RequirePermission permission="file_read">
      <div className={styles["page"]}>
        {asked !== undefined && location.type !== "broken" ? (
          <Suspense fallback={<LoadingState rows={10} />}>
            <asked.Screen
              key={location.type === "folder" ? location.path : ""}
              folder={location.type === "folder" ? location.path : null}
              search={search}
              onHelp={() => setHelpOpen(true)}
            />
          </Suspense>
        ) : null}
        {location.type === "none" && asked === undefined ? <RootChooser /> : null}
        {location.type === "broken" ? <BrokenAddress /> : null}
        {location.type === "folder" && asked === undefined ? (
          <FolderView
            key={location.path}
            path={location.path}
            open={location.open}
            as={location.as}
            onHelp={() => setHelpOpen(true)}
          />
        ) : null}
      </div>
      <UnknownHost />
      {isHelpOpen ? <HelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </RequirePermission>
  );
}

function BrokenAddress() {
  const t = useTranslations("file");
  return <ErrorState title={t("brokenAddress")} />;
}
