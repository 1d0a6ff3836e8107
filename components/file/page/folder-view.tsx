"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { PageTitle } from "@/components/layout/page-title";
import { useCan } from "@/components/layout/use-can";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import { nameOf, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { noteAppeared } from "@/components/file/arrival/arrivals";
import { useArrivals } from "@/components/file/arrival/use-arrivals";
import { Breadcrumbs } from "./breadcrumbs";
import { actionsFor, actionsForFolder } from "@/components/file/entry/file-actions";
import { FilterField } from "./filter-field";
import { FileToolbar } from "./file-toolbar";
import { folderMemory, rememberFolder, viewOfFolder } from "./folder-memory";
import { FolderContent } from "./folder-content";
import { focusHintOf, goToFolder, hintFocus } from "@/components/file/go-to";
import { useCommands } from "@/components/file/hooks/use-commands";
import { useCutNames } from "@/components/file/hooks/use-cut-names";
import { useDrop } from "@/components/file/hooks/use-drop";
import { useEntryMenu } from "@/components/file/hooks/use-entry-menu";
import { useFilePreferences } from "@/components/file/hooks/use-preferences";
import { useFolder } from "@/components/file/hooks/use-folder";
import { useFolderWatch } from "@/components/file/hooks/use-folder-watch";
import { usePaste } from "@/components/file/hooks/use-paste";
import { useRoots } from "@/components/file/hooks/use-roots";
import { useRows } from "@/components/file/hooks/use-rows";
import type { ListModel } from "@/components/file/list/grid-model";
import type { ListEvents } from "@/components/file/list/list-events";
import type { OpenAs } from "@/components/file/entry/open-rule";
import { emptySelection, isPicked, pickedRows, reduceSelection } from "@/components/file/rows/selection";
import { PasteBar } from "./paste-bar";
import { SelectionBar } from "./selection-bar";
import { StatusLine } from "./status-line";
import { undoStack } from "@/components/file/undo/undo-stack";
import { useWords } from "@/components/file/words";
import styles from "./file-page.module.css";
import barStyles from "./file-toolbar.module.css";

type Props = { path: VirtualPath; open: EntryName | null; as: OpenAs; onHelp: () => void };

/** One folder. Give it the path as key: selection, filter and renaming are the folder's. */
export function FolderView({ path, open, as, onHelp }: Props) {
  const t = useTranslations("file");
  const words = useWords();
  const can = useCan();
  const roots = useRoots().data ?? [];
  const folder = useFolder(path);
  const listing = folder.data?.type === "folder" ? folder.data.listing : undefined;
  const memory = useStore(folderMemory);
  const { clipboardCount, cutNames } = useCutNames(path);
  const { settings } = memory;
  const { showHidden, singleKeys } = useFilePreferences();
  const view = viewOfFolder(memory, path);
  const [selection, dispatch] = useReducer(reduceSelection, { ...emptySelection, focus: focusHintOf(path) });
  const [filter, setFilter] = useState("");
  const [renaming, setRenaming] = useState<string | null>(null);
  const [nowMs] = useState(() => Date.now());
  const filterField = useRef<HTMLInputElement>(null);
  const { rows, unfiltered } = useRows(listing, { sort: view.sort, showHidden, filter });

  useFolderWatch(path, (change) => {
    dispatch({ type: "changed", ...change });
    noteAppeared(path, change.appeared);
  });
  useArrivals({ path, selection, dispatch });

  const chosen = useMemo(() => pickedRows(selection.picked, rows), [selection.picked, rows]);
  const sizeBytes = useMemo(
    () => chosen.reduce((sum, entry) => sum + (entry.kind === "folder" ? 0 : entry.size), 0),
    [chosen],
  );
  const scene = {
    chosen: chosen.slice(0, 2),
    can,
    // While it loads nothing is refused: whoever pastes at once is answered by the server.
    isWritable: listing?.writable ?? !folder.isError,
    clipboardCount,
    rowCount: rows.length,
    undoCount: useStore(undoStack).length,
  };
  const folderActions = actionsForFolder(scene);
  const chosenActions = actionsFor(scene);

  const model: ListModel = {
    folder: path,
    rows,
    selection,
    chosenCount: chosen.length,
    cutNames,
    renaming,
    view: view.view,
    sort: view.sort,
    columns: settings.columns,
    isCompact: settings.isCompact,
    nowMs,
  };
  const changeFilter = (text: string) => {
    // What it hides stays chosen for when it shows again; until then nothing is done with it, see `chosen`.
    dispatch({ type: "hold", rows });
    setFilter(text);
  };
  const commands = useCommands({
    model,
    listing,
    words,
    dispatch,
    filterField,
    onHelp,
    actions: [...chosenActions, ...folderActions],
    onRenaming: setRenaming,
    onMade: () => setFilter(""),
    onEscape: () => (chosen.length > 0 ? dispatch({ type: "none" }) : changeFilter("")),
  });
  const drop = useDrop({
    model,
    select: dispatch,
    onTransfer: (transfer) => void commands.drop(transfer), // shows its own failures
    onFiles: (to, dropped) => void commands.upload(to, { dropped }), // shows its own failures
  });
  usePaste({
    onFiles: (dropped) => void commands.upload(path, { dropped }), // shows its own failures
    onEntries: () => void commands.paste(path), // shows its own failures
  });

  const openMenu = useEntryMenu({
    actionsOf: (entry) => {
      if (entry === null) return folderActions;
      return isPicked(selection.picked, entry.name) ? chosenActions : actionsFor({ ...scene, chosen: [entry] });
    },
    run: commands.run,
  });

  const events: ListEvents = {
    select: dispatch,
    open: commands.open,
    menu: openMenu,
    sort: (sort) => rememberFolder(path, { sort }),
    renameEnd: commands.endRename,
    run: commands.run,
    scroll: (scroll) => rememberFolder(path, { scroll }),
  };
  const isSelecting = chosen.length > 0;
  const title = roots.find(({ id }) => id === path)?.note ?? nameOf(path);

  return (
    <div className={styles["folder"]} {...drop.zone}>
      <PageTitle title={title} />
      <h1 className="visually-hidden">{title}</h1>
      <div className={barStyles["bar"]} data-selecting={isSelecting || undefined}>
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
        <FilterField filter={filter} field={filterField} onFilter={changeFilter} />
        {isSelecting ? (
          <SelectionBar
            count={chosen.length}
            sizeBytes={sizeBytes}
            actions={chosenActions}
            run={commands.run}
            onClear={() => dispatch({ type: "none" })}
          />
        ) : (
          <FileToolbar
            path={path}
            view={view}
            settings={settings}
            actions={folderActions}
            run={commands.run}
            onHelp={onHelp}
          />
        )}
      </div>
      <FolderContent
        folder={folder}
        model={model}
        events={events}
        open={open}
        as={as}
        filter={filter}
        initialScroll={view.scroll}
        singleKeys={singleKeys}
        actions={folderActions}
        onFilter={changeFilter}
        onDragStart={drop.onDragStart}
        onDragEnd={drop.onDragEnd}
      />
      <PasteBar paste={folderActions.find(({ id }) => id === "paste")} onPaste={() => commands.run("paste")} />
      <StatusLine
        path={path}
        listing={listing}
        rows={rows}
        unfilteredCount={unfiltered.length}
        announcement={useDeferredValue(
          chosen.length > 0
            ? t("selected", { count: chosen.length })
            : filter && t("status.filtered", { count: rows.length, total: unfiltered.length }),
        )}
      />
    </div>
  );
}
