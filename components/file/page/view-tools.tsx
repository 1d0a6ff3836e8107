"use client";

import { IconAdjustmentsHorizontal, IconLayoutGrid, IconLayoutList, IconPhoto } from "@tabler/icons-react";
import { Suspense } from "react";
import { IconRadios } from "@/components/ui/icon-radios";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { useWords } from "@/components/domain/entry/words";
import {
  rememberFolder,
  viewModes,
  type FolderView,
  type ViewSettings,
} from "@/components/domain/folder/folder-memory";
import { viewKeys, viewMenuItems } from "./view-menu";
import styles from "@/components/domain/action/file-toolbar.module.css";

const PaneButton = lazyPart(() => import("@/components/file/details/pane-button"), { fewWords: true });
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
        <IconRadios
          label={t("view.label")}
          options={viewModes.map((id) => ({ id, label: t(`view.${viewKeys[id]}`), Icon: viewIcons[id] }))}
          chosen={view.view}
          onChoose={(chosen) => rememberFolder(path, { view: chosen })}
        />
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
      <Suspense>
        <PaneButton />
      </Suspense>
    </div>
  );
}
