"use client";

import type { RefObject } from "react";
import { useIsMobile } from "@/components/ui/use-media";
import { api } from "@/lib/client/call";
import type { RootDir } from "@/lib/contracts/setting";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { ShownAction, EntryActionId } from "@/components/domain/action/entry-action";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { Breadcrumbs } from "./breadcrumbs";
import { FileToolbar } from "./file-toolbar";
import { FilterField } from "@/components/domain/list/filter-field";
import type { FolderView, ViewSettings } from "@/components/domain/folder/folder-memory";
import { SelectionBar } from "@/components/domain/action/selection-bar";
import { ViewTools } from "./view-tools";
import styles from "@/components/domain/action/file-toolbar.module.css";

type Props = {
  path: VirtualPath;
  roots: readonly RootDir[];
  view: FolderView;
  settings: ViewSettings;
  folderActions: readonly ShownAction[];
  chosenActions: readonly ShownAction[];
  chosenCount: number;
  sizeBytes: number;
  filter: string;
  filterField: RefObject<HTMLInputElement | null>;
  onFilter: (text: string) => void;
  run: (id: EntryActionId) => void;
  onClear: () => void;
  onHelp: () => void;
};

/**
 * Above the list: where one is and what can be made there; below it the filter, what can be done with the chosen, and the
 * layout. Choosing something moves nothing: its tools have a place of their own, on phones at the lower edge.
 */
export function FolderBar(props: Props) {
  const { path, roots, view, settings, folderActions, chosenActions, chosenCount, sizeBytes } = props;
  const { filter, filterField, onFilter, run, onClear, onHelp } = props;
  const isMobile = useIsMobile();
  const field = <FilterField filter={filter} field={filterField} onFilter={onFilter} />;
  const viewTools = <ViewTools path={path} view={view} settings={settings} onHelp={onHelp} />;
  const selection =
    chosenCount === 0 ? null : (
      <SelectionBar count={chosenCount} sizeBytes={sizeBytes} actions={chosenActions} run={run} onClear={onClear} />
    );
  return (
    <>
      <div className={styles["bar"]}>
        <Breadcrumbs
          path={path}
          roots={roots}
          onGo={(to) => {
            if (path.startsWith(`${to}/`)) hintFocus(to, path.slice(to.length + 1).split("/")[0] ?? "");
            goToFolder(to);
          }}
          onRoot={({ id, index }) => {
            const root = parseVirtualPath(id);
            api.file.baseSwitch({ index }).catch(() => {}); // only what /files opens next time depends on it
            if (root !== null) goToFolder(root);
          }}
        />
        {isMobile ? field : null}
        {isMobile ? viewTools : null}
        <FileToolbar actions={folderActions} run={run} />
      </div>
      {isMobile && selection === null ? null : (
        <div className={styles["strip"]} data-selecting={selection === null ? undefined : true}>
          {isMobile ? null : field}
          {selection}
          {isMobile ? null : viewTools}
        </div>
      )}
    </>
  );
}
