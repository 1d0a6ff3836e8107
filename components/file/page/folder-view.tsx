"use client";

import { useTranslations } from "next-intl";
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from "react";
import { useToday } from "@/components/layout/use-clock";
import { PageTitle } from "@/components/layout/page-title";
import { useCan } from "@/components/layout/use-can";
import { useRoleCommands } from "@/components/layout/use-role-commands";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { useStore } from "@/components/ui/use-store";
import { type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { noteAppeared } from "@/components/domain/folder/arrivals";
import { useArrivals } from "@/components/file/hooks/use-arrivals";
import { addressOfEntry } from "@/components/domain/tab/address-of-entry";
import { openTab } from "@/components/domain/tab/tab-moves";
import { actionsFor, shownActions, useEntryActions, type EntryActionId } from "@/components/domain/action/entry-action";
import { FolderBar } from "./folder-bar";
import { folderMemory, rememberFolder, viewOfFolder } from "@/components/domain/folder/folder-memory";
import { FolderContent } from "./folder-content";
import { focusHintOf, forgetFocusHint, hrefOf } from "@/components/domain/folder/go-to";
import { rememberedPlace, rememberPlace, rememberView, viewToReturnTo } from "@/components/domain/folder/place-memory";
import { useCommands } from "@/components/file/hooks/use-commands";
import { useCutNames } from "@/components/domain/transfer/use-cut-names";
import { useDrop } from "@/components/file/hooks/use-drop";
import { useEntryMenu } from "@/components/domain/action/use-entry-menu";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { awaitsContainer, useFolder } from "@/components/domain/folder/use-folder";
import { useFolderWatch } from "@/components/file/hooks/use-folder-watch";
import { useSharedNames } from "@/components/file/hooks/use-shared-names";
import { usePaste } from "@/components/file/hooks/use-paste";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { useRows } from "@/components/file/hooks/use-rows";
import { layoutOf, type ListModel } from "@/components/domain/list/grid-model";
import type { GridStart } from "@/components/file/list/use-grid-scroll";
import type { ListEvents } from "@/components/domain/list/list-events";
import type { OpenAs } from "@/components/domain/entry/open-rule";
import {
  emptySelection,
  isPicked,
  pickedRows,
  reduceSelection,
  type Selection,
} from "@/components/domain/list/selection";
import { PasteBar } from "./paste-bar";
import { StatusLine } from "./status-line";
import { undoStack } from "@/components/domain/task/undo-stack";
import { useWords } from "@/components/domain/entry/words";
import styles from "@/components/domain/list/file-page.module.css";

const DetailsSide = lazyPart(() => import("@/components/file/details/details-side"), { fewWords: true });

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
  const [{ start, focus }] = useState(() => startOf(path));
  const [kept] = useState(() => keptViewOf(path));
  const [selection, dispatch] = useReducer(reduceSelection, kept?.selection ?? { ...emptySelection, focus });
  const [filter, setFilter] = useState(kept?.filter ?? "");
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const nowMs = useToday();
  const filterField = useRef<HTMLInputElement>(null);
  const { rows, unfiltered } = useRows(listing, { sort: view.sort, showHidden, filter, only });

  // The address changes before this folder goes: then it is another one's place.
  const rememberHere = (place: Parameters<typeof rememberPlace>[0]) => {
    if (location.pathname === hrefOf(path)) rememberPlace(place);
  };
  const rememberFocus = useEffectEvent(() => rememberHere({ focus: selection.focus }));
  useEffect(() => forgetFocusHint(path), [path]);
  useEffect(() => {
    if (selection.focus !== null) rememberFocus();
  }, [selection.focus]);
  const rememberChosen = useEffectEvent((view: KeptView) => {
    if (location.pathname === hrefOf(path)) rememberView(view);
  });
  useEffect(() => rememberChosen({ path, selection, filter }), [path, selection, filter]);
  const sharedNames = useSharedNames(path, can("file_share") && !folder.isError);
  useFolderWatch(path, !awaitsContainer(folder.error), (change) => {
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
    isLimitedToCommands: useRoleCommands() !== null,
    // While it loads nothing is refused: whoever pastes at once is answered by the server.
    isWritable: listing?.writable ?? !folder.isError,
    clipboardCount,
    rowCount: rows.length,
    undoCount: useStore(undoStack).length,
  };
  const actions = useEntryActions();
  // What cannot be shown, such as a folder that there is not, is no place to put anything.
  const isThere = !folder.isError || folder.data !== undefined;
  const folderActions = shownActions(actions, "folder", scene).filter(({ id }) => isThere || needsNoFolder.has(id));
  const chosenActions = isThere ? actionsFor(actions, scene) : folderActions;

  const model: ListModel = {
    folder: path,
    rows,
    selection,
    chosenCount: chosen.length,
    cutNames,
    sharedNames,
    renaming,
    layout: layoutOf(view.view, settings.isDetailed),
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
    shown: [...chosenActions, ...folderActions],
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
    isOn: isThere,
    onFiles: (dropped) => void commands.upload(path, { dropped }), // shows its own failures
    onEntries: () => void commands.paste(path), // shows its own failures
  });

  const openMenu = useEntryMenu({
    actionsOf: (entry) => {
      if (entry === null) return folderActions;
      return isPicked(selection.picked, entry.name)
        ? chosenActions
        : actionsFor(actions, { ...scene, chosen: [entry] });
    },
    run: commands.run,
  });

  const events: ListEvents = {
    select: dispatch,
    open: (entry) => commands.open(entry),
    openInTab: (entry, isInBackground) => openTab(addressOfEntry(commands.chosenEntry(entry)), { isInBackground }),
    menu: openMenu,
    sort: (sort) => rememberFolder(path, { sort }),
    renameEnd: commands.endRename,
    run: commands.run,
    scroll: (scroll) => rememberHere({ scroll }),
  };
  const title = titleOf(path, roots);

  return (
    <div className={styles["folder"]} {...(isThere ? drop.zone : {})}>
      <PageTitle title={title} />
      <h1 className="visually-hidden">{title}</h1>
      <FolderBar
        path={path}
        roots={roots}
        view={view}
        settings={settings}
        folderActions={folderActions}
        chosenActions={chosenActions}
        chosenCount={chosen.length}
        sizeBytes={sizeBytes}
        filter={filter}
        filterField={filterField}
        onFilter={changeFilter}
        run={commands.run}
        onClear={() => dispatch({ type: "none" })}
        onHelp={onHelp}
      />
      <div className={styles["beside"]}>
        <div className={styles["content"]}>
          <FolderContent
            folder={folder}
            model={model}
            events={events}
            open={open}
            as={as}
            filter={filter}
            unfiltered={unfiltered}
            start={start}
            singleKeys={singleKeys}
            actions={folderActions}
            onFilter={changeFilter}
            onOnly={setOnly}
            onDragStart={drop.onDragStart}
            onDragEnd={drop.onDragEnd}
          />
        </div>
        {isThere ? (
          <Suspense>
            <DetailsSide folder={path} title={title} rows={rows} chosen={chosen} />
          </Suspense>
        ) : null}
      </div>
      <PasteBar paste={folderActions.find(({ id }) => id === "paste")} onPaste={() => commands.run("paste")} />
      <StatusLine
        path={path}
        listing={listing}
        rows={rows}
        unfilteredCount={unfiltered.length}
        announcement={useDeferredValue(
          chosen.length > 0
            ? t("selected", { count: chosen.length })
            : rows.length < unfiltered.length
              ? t("status.filtered", { count: rows.length, total: unfiltered.length })
              : "",
        )}
      />
    </div>
  );
}

const needsNoFolder: ReadonlySet<EntryActionId> = new Set<EntryActionId>(["undo", "refresh"]);

/** At the top; where one was, when one comes back; at the folder that one came up from. */
function startOf(path: VirtualPath): { start: GridStart; focus: string | null } {
  const [hint, place] = [focusHintOf(path), rememberedPlace()];
  if (hint !== null) return { start: { scroll: 0, toFocus: true }, focus: hint };
  return { start: { scroll: place?.scroll ?? 0, toFocus: false }, focus: place?.focus ?? null };
}

/** What one had chosen and filtered when the tab was left. */
type KeptView = { path: VirtualPath; selection: Selection; filter: string };

function keptViewOf(path: VirtualPath): KeptView | undefined {
  const view = viewToReturnTo() as KeptView | undefined; // nothing else is given to rememberView
  return view?.path === path ? view : undefined;
}
