"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { RequirePermission } from "@/components/layout/require-permission";
import { ErrorState } from "@/components/ui/state/error-state";
import { loadFolderMemory } from "./folder-memory";
import { FolderView } from "./folder-view";
import { useFolderLocation } from "./hooks/use-folder-location";
import { RootChooser } from "./root-chooser";
import { loadUndoStack } from "./undo/undo-stack";
import styles from "./file-page.module.css";

const HelpDialog = lazy(() => import("./dialogs/help-dialog"));

/** The file page: the folder that the address names. */
export function FilePage() {
  const location = useFolderLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(loadFolderMemory, []);
  useEffect(loadUndoStack, []);
  return (
    <RequirePermission permission="file_read">
      <div className={styles["page"]} data-file-page>
        {location.type === "none" ? <RootChooser /> : null}
        {location.type === "broken" ? <BrokenAddress /> : null}
        {location.type === "folder" ? (
          <FolderView
            key={location.path}
            path={location.path}
            open={location.open}
            as={location.as}
            onHelp={() => setHelpOpen(true)}
          />
        ) : null}
      </div>
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
