"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- radio buttons with icons */

import { IconAdjustmentsHorizontal, IconLayoutGrid, IconLayoutList, IconPhoto } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import { useFilePreferences } from "@/components/file/hooks/use-preferences";
import { useWords } from "@/components/file/words";
import { rememberFolder, viewModes, type FolderView, type ViewSettings } from "./folder-memory";
import { viewKeys, viewMenuItems } from "./view-menu";
import styles from "./file-toolbar.module.css";

const viewIcons = { "": IconLayoutGrid, list: IconLayoutList, gallery: IconPhoto };

type Props = { path: VirtualPath; view: FolderView; settings: ViewSettings; onHelp: () => void };

/** The layout, and in a menu the order and what is shown. */
export function ViewTools({ path, view, settings, onHelp }: Props) {
  const words = useWords();
  const { t } = words;
  const isMobile = useIsMobile();
  const { showHidden, change } = useFilePreferences();
  return (
    <div className={styles["tools"]} data-end>
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
                onClick={() => rememberFolder(path, { view: mode })}
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
    </div>
  );
}
