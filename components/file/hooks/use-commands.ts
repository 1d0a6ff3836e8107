"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch, RefObject } from "react";
import {
  useEntryActions,
  type ActionContext,
  type ChosenEntry,
  type EntryActionId,
  type ShownAction,
} from "@/components/domain/action/entry-action";
import { focusSearch } from "@/components/domain/action/focus-search";
import { reasonText } from "@/components/domain/action/menu-items";
import { runEntryAction } from "@/components/domain/action/run-entry-action";
import { kindOfName } from "@/components/domain/entry/kinds";
import { openEntry, type OpenAs } from "@/components/domain/entry/open-rule";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import type { Words } from "@/components/domain/entry/words";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { rememberPlace } from "@/components/domain/folder/place-memory";
import { folderKey } from "@/components/domain/folder/use-folder";
import type { ListModel, RenameEnd } from "@/components/domain/list/grid-model";
import { isPageCommand, type PageCommand } from "@/components/domain/list/list-events";
import { pickedRows, type SelectionAction } from "@/components/domain/list/selection";
import { fileClipboard } from "@/components/domain/transfer/clipboard-store";
import type { UploadSource } from "@/components/domain/upload/start-uploads";
import { createEntry, type NewEntry } from "@/components/domain/verbs/create-entry";
import { renameEntry } from "@/components/domain/verbs/rename-entry";
import { transferEntries, type Transfer } from "@/components/domain/verbs/transfer-entries";
import { useOpenUnknown } from "@/components/domain/viewing/unknown/use-open-unknown";
import { showToast } from "@/components/ui/toast/toast-store";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";

type Scene = {
  model: ListModel;
  listing: FolderListing | undefined;
  /** Of the chosen entries and of the folder. */
  shown: readonly ShownAction[];
  words: Words;
  dispatch: Dispatch<SelectionAction>;
  filterField: RefObject<HTMLInputElement | null>;
  onRenaming: (name: string | null) => void;
  onEscape: () => void;
  onHelp: () => void;
  /** Something was made by hand, which a filter may hide. */
  onMade: () => void;
};

/** What menus, buttons, keys and drops set off. */
export function useCommands(scene: Scene) {
  const { model, listing, shown, words, dispatch, filterField, onRenaming, onEscape, onHelp, onMade } = scene;
  const { folder, rows, selection } = model;
  const actions = useEntryActions();
  const queryClient = useQueryClient();
  const { downloadFormat } = useFilePreferences();
  const openUnknown = useOpenUnknown();
  const chosen = () => pickedRows(selection.picked, rows);
  // Ctrl+arrows move the focus alone; with nothing chosen, Enter and F2 mean the row with the focus.
  const focused = () => rows.find(({ name }) => name === selection.focus);

  const chosenEntry = (entry: FileEntry): ChosenEntry => ({
    path: joinVirtualPath(folder, entry.name as EntryName), // a listed name is valid
    entry,
  });

  const goUp = () => {
    const parent = parentOf(folder);
    if (parent === null) return;
    hintFocus(parent, nameOf(folder));
    goToFolder(parent);
  };

  const openFile = (name: EntryName, { as, quick = false }: { as?: OpenAs; quick?: boolean } = {}) => {
    dispatch({ type: "focus", name });
    goToFolder(folder, { open: name, as, quick });
  };

  const open = (entry: FileEntry, { quick = false } = {}) => {
    const name = entry.name as EntryName; // a listed name is valid
    dispatch({ type: "focus", name });
    rememberPlace({ focus: name });
    const decision = openEntry(entry);
    if (decision.act === "enter") goToFolder(joinVirtualPath(folder, name));
    else if (decision.act === "unknown")
      void openUnknown(joinVirtualPath(folder, name)).then((isText) => isText && openFile(name, { as: "text" })); // it never rejects
    else if (decision.act === "refuse")
      showToast({ kind: "error", message: words.errorText(new AppError(decision.error)) });
    else openFile(name, { quick });
  };

  /** Says why not, as the menu would. Whether another folder may be written to is for the server to say. */
  const isRefused = (id: EntryActionId, to: VirtualPath) => {
    const disabled = shown.find((action) => action.id === id)?.disabled;
    const reason = disabled?.why === "read-only" && to !== folder ? null : reasonText(disabled, words);
    if (reason !== null) showToast({ kind: "warning", message: reason });
    return reason !== null;
  };

  const upload = async (to: VirtualPath, source: UploadSource) => {
    if (isRefused("upload", to)) return;
    const { startUploads } = await import("@/components/domain/upload/start-uploads");
    await startUploads(to, source, words);
  };

  const transfer = (wanted: Transfer) => transferEntries(wanted, words);

  /** Of entries of this folder that were dragged there. */
  const drop = async (wanted: Transfer) => {
    if (!isRefused(wanted.mode, folder)) await transfer(wanted);
  };

  const paste = async (to: VirtualPath) => {
    const clipboard = fileClipboard.get();
    if (clipboard === null || isRefused("paste", to)) return;
    const { mode, files } = clipboard;
    const isBegun = await transfer({ mode, files, to });
    if (isBegun && fileClipboard.get() === clipboard)
      fileClipboard.set(mode === "cut" ? null : { ...clipboard, isPasted: true });
  };

  const create = async (kind: NewEntry) => {
    const taken = new Set([...(listing?.folders ?? []), ...(listing?.files ?? [])].map(({ name }) => name));
    const name = await createEntry({ kind, folder, isTaken: (text) => taken.has(text) }, words, queryClient);
    if (name === null) return;
    onMade();
    dispatch({ type: "arrived", names: [name] });
    if (kind === "newFolder") return;
    // Empty as it is, it cannot be shown as the picture or the film that its name promises.
    const kindOfNew = kindOfName(name);
    if (["text", "md", "draw", "act", "unknown"].includes(kindOfNew))
      openFile(name, kindOfNew === "draw" ? {} : { as: "text" });
  };

  const endRename = ({ name, newName }: RenameEnd) => {
    onRenaming(null);
    if (newName === null || !isEntryName(newName) || !isEntryName(name)) return;
    void renameEntry({ folder, from: name, to: newName }, words, queryClient).then((isDone) => {
      if (isDone) dispatch({ type: "arrived", names: [newName] });
    }); // renameEntry never rejects
  };

  const runPage = (id: PageCommand) => {
    const entry = focused();
    if (id === "up") goUp();
    else if (id === "filter") filterField.current?.focus();
    else if (id === "search") focusSearch();
    else if (id === "help") onHelp();
    else if (id === "escape") onEscape();
    else if (entry !== undefined && !isFolder(entry)) open(entry, { quick: true });
  };

  const contextOf = (): ActionContext => {
    const entries = chosen();
    const one = entries[0] ?? focused();
    return {
      folder,
      isFolderWritable: listing?.writable === true,
      chosen: entries.map(chosenEntry),
      one: one === undefined ? undefined : chosenEntry(one),
      whole: entries.length === totalOf(listing) ? folder : undefined,
      downloadFormat,
      words,
      page: {
        open: ({ entry }, way) => (way === undefined ? open(entry) : openFile(entry.name as EntryName, way)), // a listed name
        rename: (asked) => {
          if (asked !== undefined) dispatch({ type: "only", name: asked.entry.name });
          onRenaming(asked?.entry.name ?? null);
        },
        create: (kind) => void create(kind), // shows its own failures, as paste does
        paste: (to) => void paste(to),
        selectAll: () => dispatch({ type: "all" }),
        refresh: () => void queryClient.invalidateQueries({ queryKey: folderKey(folder) }),
      },
    };
  };

  const run = (id: EntryActionId | PageCommand) =>
    isPageCommand(id) ? runPage(id) : runEntryAction(id, { actions, shown, context: contextOf() });

  return { run, open, chosenEntry, endRename, upload, drop, paste, goUp };
}

function totalOf(listing: FolderListing | undefined): number {
  return listing === undefined ? -1 : listing.folders.length + listing.files.length;
}
