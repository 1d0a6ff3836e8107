"use client";

import { useMemo, type ReactNode } from "react";
import { EntryActionsContext } from "@/components/domain/action/entry-action";
import { FolderToolsContext } from "@/components/domain/tool/folder-tool";
import { PanelsContext } from "@/components/domain/transfer/panel";
import { PicturePartsContext } from "@/components/domain/viewing/picture-parts";
import { ViewersContext } from "@/components/domain/viewing/viewer";
import { NavItemsContext, type NavItem } from "@/components/layout/nav-item";
import { TaskKindsContext } from "@/components/layout/task-kind";
import type { Feature } from "./feature";
import { FeaturesContext } from "./use-features";

type Props = { features: readonly Feature[]; children: ReactNode };

/** Hands what the features have declared to those who show it. Nobody below `app/` knows which features there are. */
export function FeaturesProvider({ features, children }: Props) {
  const { navItems, entryActions, viewers, pictureParts, folderTools, panels, tasks } = useMemo(
    () => ({
      navItems: features.flatMap(({ nav = [] }) =>
        nav.map((item): NavItem => ({ ...item, isShown: (can) => item.isShown(can, features) })),
      ),
      entryActions: features.flatMap((one) => one.entryActions ?? []),
      viewers: features.flatMap((one) => one.viewers ?? []),
      pictureParts: features.find((one) => one.pictureParts !== undefined)?.pictureParts ?? null,
      folderTools: features.flatMap((one) => one.folderTools ?? []),
      tasks: features.flatMap((one) => one.tasks ?? []),
      panels: features.flatMap((one) => one.panels ?? []).sort((a, b) => a.order - b.order),
    }),
    [features],
  );
  return (
    <FeaturesContext value={features}>
      <NavItemsContext value={navItems}>
        <EntryActionsContext value={entryActions}>
          <ViewersContext value={viewers}>
            <FolderToolsContext value={folderTools}>
              <PanelsContext value={panels}>
                <PicturePartsContext value={pictureParts}>
                  <TaskKindsContext value={tasks}>{children}</TaskKindsContext>
                </PicturePartsContext>
              </PanelsContext>
            </FolderToolsContext>
          </ViewersContext>
        </EntryActionsContext>
      </NavItemsContext>
    </FeaturesContext>
  );
}
