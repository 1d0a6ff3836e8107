"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- radio buttons with icons */

import { Button } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconLayoutGrid,
  IconLayoutList,
  IconPhoto,
  IconPlus,
  IconUpload,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import type { FileAction, FileActionId } from "./file-actions";
import { rememberFolder, viewModes, type FolderView, type ViewSettings } from "./folder-memory";
import { reasonText, toMenuItems } from "./menu-items";
import { viewKeys, viewMenuItems } from "./view-menu";
import { useFilePreferences } from "./hooks/use-preferences";
import { useWords } from "./words";
import styles from "./file-toolbar.module.css";

const viewIcons = { "": IconLayoutGrid, list: IconLayoutList, gallery: IconPhoto };
const inNewMenu: ReadonlySet<FileActionId> = new Set(["newFolder", "newFile", "newDrawing", "uploadFolder"]);

type Props = {
  path: VirtualPath;
  view: FolderView;
  settings: ViewSettings;
  actions: readonly FileAction[];
  run: (id: FileActionId) => void;
  onHelp: () => void;
};

/** Layout, order, New and Upload. */
export function FileToolbar({ path, view, settings, actions, run, onHelp }: Props) {
  const words = useWords();
  const { t } = words;
  const isMobile = useIsMobile();
  const { showHidden, change } = useFilePreferences();
  const upload = actions.find(({ id }) => id === "upload");
  const uploadReason = reasonText(upload?.disabled, words);
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={t("toolbar")}>
      {isMobile ? null : (
        <div className={styles["views"]} role="radiogroup" aria-label={t("view.label")}>
          {viewModes.map((mode) => {
            const Icon = viewIcons[mode];
            return (
              <IconButton
                key={mode}
                role="radio"
                aria-checked={view.view === mode}
                className={styles["view"]}
                label={t(`view.${viewKeys[mode]}`)}
                icon={<Icon size={17} stroke={1.7} />}
                onClick={() => rememberFolder(path, { view: mode, scroll: 0 })}
              />
            );
          })}
        </div>
      )}
      <ActionMenu
        label={t("viewMenu")}
        icon={<IconAdjustmentsHorizontal size={18} stroke={1.7} />}
        items={viewMenuItems(
          {
            path,
            view,
            settings,
            showHidden,
            onShowHidden: (isShown) => change({ showHidden: isShown }),
            isMobile,
            onHelp,
          },
          words,
        )}
      />
      <ActionMenu
        label={t("new")}
        items={toMenuItems(
          actions.filter(({ id }) => inNewMenu.has(id)),
          words,
          run,
        )}
      >
        {(button) =>
          isMobile ? (
            <IconButton label={t("new")} icon={<IconPlus size={18} />} {...button} />
          ) : (
            <Button variant="default" size="xs" fz={13} fw={500} {...button}>
              {t("new")}
            </Button>
          )
        }
      </ActionMenu>
      <UploadButton
        reason={uploadReason}
        label={t("action.upload")}
        isMobile={isMobile}
        onClick={() => run("upload")}
      />
    </div>
  );
}

type UploadProps = { reason: string | null; label: string; isMobile: boolean; onClick: () => void };

function UploadButton({ reason, label, isMobile, onClick }: UploadProps): ReactNode {
  if (isMobile || reason !== null) {
    return (
      <IconButton
        label={label}
        icon={<IconUpload size={18} stroke={1.8} />}
        variant="accent"
        disabledReason={reason}
        onClick={onClick}
      />
    );
  }
  return (
    <Button size="xs" fz={13} fw={500} leftSection={<IconUpload size={16} stroke={1.8} />} onClick={onClick}>
      {label}
    </Button>
  );
}
