"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { RequirePermission } from "@/components/layout/require-permission";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { loadFolderMemory } from "@/components/domain/folder/folder-memory";
import { FolderView } from "./folder-view";
import { useFolderLocation } from "@/components/domain/folder/use-folder-location";
import { UnknownHost } from "@/components/domain/viewing/unknown/unknown-host";
import { RootChooser } from "./root-chooser";
import { loadUndoStack } from "@/components/domain/task/undo-stack";
import { useClipboardMemory } from "@/components/transfer/use-clipboard-memory";
import { parseWish } from "@/components/search/search-wish";
import styles from "@/components/domain/list/file-page.module.css";

const SearchView = lazy(() => import("@/components/search/search-view"));
const HelpDialog = lazy(() => import("@/components/file/dialogs/help-dialog"));

/** The file page: the folder that the address names. */
export function FilePage() {
  const location = useFolderLocation();
  const search = useSearchParams().toString();
  const wish = useMemo(() => parseWish(search), [search]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(loadFolderMemory, []);
  useEffect(loadUndoStack, []);
  useClipboardMemory();
  return (
    <RequirePermission permission="file_read">
      <div className={styles["page"]}>
        {wish !== null && location.type !== "broken" ? (
          <Suspense fallback={<LoadingState rows={10} />}>
            <SearchView
              key={location.type === "folder" ? location.path : ""}
              folder={location.type === "folder" ? location.path : null}
              wish={wish}
              onHelp={() => setHelpOpen(true)}
            />
          </Suspense>
        ) : null}
        {location.type === "none" && wish === null ? <RootChooser /> : null}
        {location.type === "broken" ? <BrokenAddress /> : null}
        {location.type === "folder" && wish === null ? (
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
      {isHelpOpen ? (
        <Suspense>
          <HelpDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </RequirePermission>
  );
}

function BrokenAddress() {
  const t = useTranslations("file");
  return <ErrorState title={t("brokenAddress")} />;
}
