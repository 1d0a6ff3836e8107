"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useReducer, useState } from "react";
import { useToday } from "@/components/layout/use-clock";
import { useCutNames } from "@/components/domain/transfer/use-cut-names";
import { useEntryMenu } from "@/components/domain/action/use-entry-menu";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { shownActions, useEntryActions } from "@/components/domain/action/entry-action";
import { placeText } from "@/components/domain/entry/place-text";
import { shownName } from "@/lib/shared/shown-name";
import barStyles from "@/components/domain/action/file-toolbar.module.css";
import pageStyles from "@/components/domain/list/file-page.module.css";
import type { ListModel } from "@/components/domain/list/grid-model";
import type { ListEvents } from "@/components/domain/list/list-events";
import { pickedRows, reduceSelection } from "@/components/domain/list/selection";
import { SelectionBar } from "@/components/domain/action/selection-bar";
import { undoStack } from "@/components/domain/task/undo-stack";
import { tasksOver } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { PageTitle } from "@/components/layout/page-title";
import { useCan } from "@/components/layout/use-can";
import { useRoleCommands } from "@/components/layout/use-role-commands";
import { IconButton } from "@/components/ui/icon-button";
import { useIsMobile } from "@/components/ui/use-media";
import { useStore } from "@/components/ui/use-store";
import { addressOfEntry } from "@/components/domain/tab/address-of-entry";
import { openTab } from "@/components/domain/tab/tab-moves";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { keepResults, keptScroll, keptSelection } from "./results-memory";
import { SearchContent } from "./search-content";
import { goToSearch } from "./search-location";
import { SearchOptions } from "./search-options";
import { SearchResults } from "./search-results";
import { SearchStatus } from "./search-status";
import { emptyQuery, isAsking, parseQuery, toInput, type SearchQuery } from "./search-query";
import { useSearch } from "./use-search";
import { useSearchCommands } from "./use-search-commands";
import styles from "./search-view.module.css";

const hourMs = 3_600_000;
const none: ReadonlySet<string> = new Set();

type Props = { folder: VirtualPath | null; search: string; onHelp: () => void };

/** What a search in the address finds below a folder, or in all places. */
export default function SearchView({ folder, search, onHelp }: Props) {
  const query = useMemo(() => parseQuery(search) ?? emptyQuery, [search]);
  const t = useTranslations("search");
  const words = useWords();
  const can = useCan();
  const isMobile = useIsMobile();
  const roots = useRoots().data;
  const { showHidden, singleKeys } = useFilePreferences();
  const [nowMs] = useState(() => Date.now());
  const today = useToday();
  const isEverywhere = query.everywhere || folder === null;
  const input = useMemo(() => {
    const all = (roots ?? []).map(({ id }) => parseVirtualPath(id)).filter((path) => path !== null);
    const folders = isEverywhere ? all : folder === null ? [] : [folder];
    // To the hour: the same question again a moment later is the same search.
    const place = { folders, showHidden, nowMs: Math.floor(nowMs / hourMs) * hourMs };
    return folders.length > 0 && isAsking(query) ? toInput(query, place) : null;
  }, [query, folder, isEverywhere, roots, showHidden, nowMs]);
  // What was found may have been deleted or moved, here or by somebody else.
  const { state, refresh } = useSearch(input, useStore(tasksOver));
  const key = JSON.stringify(input);
  const [selection, dispatch] = useReducer(reduceSelection, key, keptSelection);
  useEffect(() => keepResults(key, { selection }), [key, selection]);
  const [initialScroll] = useState(() => keptScroll(key));
  const { clipboardCount } = useCutNames(folder ?? ("" as VirtualPath)); // only the count is of interest
  const { hits, rows } = state;

  const byPath = useMemo(() => new Map(hits.map((hit) => [hit.path, hit])), [hits]);
  const chosenRows = useMemo(() => pickedRows(selection.picked, rows), [selection.picked, rows]);
  const chosen = chosenRows.map(({ name }) => byPath.get(name)).filter((hit) => hit !== undefined);
  const scene = {
    chosen: chosen.slice(0, 2).map(({ entry }) => entry),
    can,
    isLimitedToCommands: useRoleCommands() !== null,
    isWritable: true,
    clipboardCount,
    undoCount: useStore(undoStack).length,
    rowCount: rows.length,
  };
  const actions = useEntryActions();
  const shown = chosen.length > 0 ? shownActions(actions, "results", scene) : [];

  const change = (part: Partial<SearchQuery>) => goToSearch(folder, { ...query, ...part }, { replace: true });
  const close = () => goToSearch(folder, null, { replace: false });
  const commands = useSearchCommands({
    chosen,
    focused: byPath.get(selection.focus ?? ""),
    shown,
    words,
    onPickAll: () => dispatch({ type: "all" }),
    onEscape: () => (chosen.length > 0 ? dispatch({ type: "none" }) : close()),
    onHelp,
    onRefresh: refresh,
  });
  const openMenu = useEntryMenu({
    run: commands.run,
    actionsOf: (entry) => {
      if (entry === null) return shownActions(actions, "resultsPage", scene);
      return chosen.some(({ path }) => path === entry.name)
        ? shown
        : shownActions(actions, "results", { ...scene, chosen: [byPath.get(entry.name)?.entry ?? entry] });
    },
  });
  const model: ListModel = {
    folder: folder ?? ("" as VirtualPath), // rows are whole paths: nothing is joined to it
    rows,
    selection,
    chosenCount: chosen.length,
    cutNames: none,
    sharedNames: none,
    renaming: null,
    layout: "rows",
    sort: "",
    columns: [],
    isCompact: false,
    nowMs: today,
  };
  const events: ListEvents = {
    select: dispatch,
    open: ({ name }, line) => {
      const hit = byPath.get(name);
      if (hit !== undefined) commands.open(hit, { line });
    },
    openInTab: (entry, isInBackground) => {
      const path = parseVirtualPath(entry.name);
      if (path !== null) openTab(addressOfEntry({ path, entry }), { isInBackground });
    },
    menu: openMenu,
    sort: () => {},
    renameEnd: () => {},
    run: commands.run,
    scroll: (scroll) => keepResults(key, { scroll }),
  };
  const title =
    isEverywhere || folder === null ? t("title.everywhere") : t("title.folder", { folder: titleOf(folder, roots) });

  const selectionBar =
    chosen.length === 0 ? null : (
      <SelectionBar
        count={chosen.length}
        sizeBytes={chosen.reduce((sum, { entry }) => sum + (entry.kind === "folder" ? 0 : entry.size), 0)}
        actions={shown}
        run={commands.run}
        onClear={() => dispatch({ type: "none" })}
      />
    );

  return (
    <div className={pageStyles["folder"]}>
      <PageTitle title={title} />
      <div className={`${barStyles["bar"]} ${styles["head"]}`}>
        <h1 className={styles["title"]}>
          <bdi>{shownName(title)}</bdi>
        </h1>
        {isMobile ? null : selectionBar}
        <IconButton label={t("close")} shortcut="Esc" icon={<IconX size={18} stroke={1.7} />} onClick={close} />
      </div>
      {isMobile && selectionBar !== null ? (
        <div className={barStyles["strip"]} data-selecting>
          {selectionBar}
        </div>
      ) : null}
      <SearchOptions query={query} hasPlaces={folder !== null} onQuery={change} />
      <div className={styles["content"]}>
        <SearchContent state={state} query={query} isAsking={isAsking(query)} onRetry={refresh} onQuery={change}>
          <SearchResults
            hits={hits}
            isStale={state.isStale}
            model={model}
            events={events}
            singleKeys={singleKeys}
            initialScroll={initialScroll}
            placeOf={({ path }) => placeText(path, roots ?? [])}
          />
        </SearchContent>
      </div>
      <SearchStatus state={state} />
    </div>
  );
}
