"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- radio buttons with icons */

import {
  IconAdjustmentsHorizontal,
  IconLayoutGrid,
  IconLayoutList,
  IconPhoto,
  IconPlus,
  IconUpload,
} from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { ToolButton } from "@/components/ui/tool-button";
import { useIsMobile } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import type { FileAction, FileActionId } from "@/components/file/entry/file-actions";
import { rememberFolder, viewModes, type FolderView, type ViewSettings } from "./folder-memory";
import { reasonText, toMenuItems } from "./menu-items";
import { viewKeys, viewMenuItems } from "./view-menu";
import { useFilePreferences } from "@/components/file/hooks/use-preferences";
import { useWords } from "@/components/file/words";
import styles from "./file-toolbar.module.css";

const viewIcons = { "": IconLayoutGrid, list: IconLayoutList, gallery: IconPhoto };
const inNewMenu: ReadonlySet<FileActionId> = new Set(["newFolder", "newFile", "newDrawing", "uploadFolder", "fetch"]);

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
  const newActions = actions.filter(({ id }) => inNewMenu.has(id));
  // A menu of which nothing can be chosen says so before it is opened.
  const newReason = newActions.every(({ disabled }) => disabled) ? reasonText(newActions[0]?.disabled, words) : null;
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
      <ActionMenu label={t("new")} items={toMenuItems(newActions, words, run)}>
        {(button) => (
          <ToolButton label={t("new")} icon={<IconPlus size={18} />} disabledReason={newReason} {...button} />
        )}
      </ActionMenu>
      <ToolButton
        isPrimary
        label={t("action.upload")}
        icon={<IconUpload size={16} stroke={1.8} />}
        disabledReason={reasonText(actions.find(({ id }) => id === "upload")?.disabled, words)}
        onClick={() => run("upload")}
      />
    </div>
  );
}
