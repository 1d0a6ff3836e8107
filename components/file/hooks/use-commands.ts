"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch, RefObject } from "react";
import { copyText, fileClipboard, fillClipboard } from "@/components/domain/transfer/clipboard-store";
import { kindOfName } from "@/components/domain/entry/kinds";
import type { FileAction, FileActionId } from "@/components/domain/action/file-actions";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import type { ListModel, RenameEnd } from "@/components/domain/list/grid-model";
import type { PageCommand } from "@/components/domain/list/list-events";
import { reasonText } from "@/components/domain/action/menu-items";
import { rememberPlace } from "@/components/domain/folder/place-memory";
import { focusSearch } from "@/components/domain/action/focus-search";
import { useOpenUnknown } from "@/components/domain/viewing/unknown/use-open-unknown";
import { openEntry, type OpenAs } from "@/components/domain/entry/open-rule";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { pickedRows, type SelectionAction } from "@/components/domain/list/selection";
import { compressRequest } from "@/components/archive/compress-store";
import { extractArchive } from "@/components/archive/extract-archive";
import { propertiesRequest } from "@/components/properties/properties-store";
import { shareRequest } from "@/components/share/share-store";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { undoNewest } from "@/components/domain/task/task-store";
import type { UploadSource } from "@/components/domain/upload/start-uploads";
import { createEntry, type NewEntry } from "@/components/domain/verbs/create-entry";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import { downloadRequest } from "@/components/download/download-request";
import { downloadEntries, packedAs } from "@/components/domain/verbs/download-entries";
import { renameEntry } from "@/components/domain/verbs/rename-entry";
import { transferTo } from "@/components/domain/verbs/transfer-to";
import { transferEntries, type Transfer } from "@/components/domain/verbs/transfer-entries";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { folderKey } from "@/components/domain/folder/use-folder";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";

type Scene = {
  model: ListModel;
  listing: FolderListing | undefined;
  /** Of the chosen entries and of the folder. */
  actions: readonly FileAction[];
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
  const { model, listing, actions, words, dispatch, filterField, onRenaming, onEscape, onHelp, onMade } = scene;
  const { folder, rows, selection } = model;
  const queryClient = useQueryClient();
  const { downloadFormat } = useFilePreferences();
  const openUnknown = useOpenUnknown();
  const chosen = () => pickedRows(selection.picked, rows);
  // Ctrl+arrows move the focus alone; with nothing chosen, Enter and F2 mean the row with the focus.
  const focused = () => rows.find(({ name }) => name === selection.focus);

  const filesOf = (entries: readonly FileEntry[]) =>
    entries.map(({ name }) => joinVirtualPath(folder, name as EntryName)); // listed names are valid

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
  const isRefused = (id: FileActionId, to: VirtualPath) => {
    const disabled = actions.find((action) => action.id === id)?.disabled;
    const reason = disabled?.why === "read-only" && to !== folder ? null : reasonText(disabled, words);
    if (reason !== null) showToast({ kind: "warning", message: reason });
    return reason !== null;
  };

  const upload = async (to: VirtualPath, source: UploadSource) => {
    if (isRefused("upload", to)) return;
    const { startUploads } = await import("@/components/domain/upload/start-uploads");
    await startUploads(to, source, words);
  };

  const pick = async (folders: boolean) => {
    const files = await pickFiles({ folders });
    if (files !== null) await upload(folder, { chosen: files });
  };

  const transfer = (wish: Transfer) => transferEntries(wish, words);

  /** Of entries of this folder that were dragged there. */
  const drop = async (wish: Transfer) => {
    if (!isRefused(wish.mode, folder)) await transfer(wish);
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

  const fill = (mode: "copy" | "cut") => {
    const files = filesOf(chosen());
    if (files.length === 0) return;
    fillClipboard({ mode, files });
    showToast({ kind: "success", message: words.t(mode === "copy" ? "copied" : "cutDone", { count: files.length }) });
  };

  const share = () => {
    const entries = chosen();
    const [first] = entries;
    if (first === undefined) return;
    const files = entries.map(({ name }) => joinVirtualPath(folder, name as EntryName)); // listed names
    const canDrop = entries.length === 1 && isFolder(first) && listing?.writable === true;
    shareRequest.set({ kind: "create", files, name: first.name, canDrop });
  };

  const copyPath = () => {
    const entries = chosen();
    copyText(entries.length === 0 ? folder : entries.map(({ name }) => `${folder}/${name}`).join("\n"));
    showToast({ kind: "success", message: words.t("pathCopied") });
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

  const toDownload = () => ({
    files: filesOf(chosen()),
    whole: chosen().length === totalOf(listing) ? folder : undefined,
  });

  const runAction = (id: FileActionId) => {
    const [first] = chosen();
    const one = first ?? focused();
    switch (id) {
      case "open":
        return one === undefined ? undefined : open(one);
      case "openAsText":
        return one === undefined ? undefined : openFile(one.name as EntryName, { as: "text" }); // a listed name
      case "download":
        return void downloadEntries({ ...toDownload(), format: packedAs(chosen(), downloadFormat) }, words); // shows its own failures, as all below
      case "downloadAs":
        return downloadRequest.set(toDownload());
      case "share":
        return share();
      case "compress":
        return one === undefined
          ? undefined
          : compressRequest.set({ folder, files: filesOf(chosen()), name: one.name, isFolder: isFolder(one) });
      case "extract":
        return one === undefined
          ? undefined
          : void extractArchive({ path: joinVirtualPath(folder, one.name as EntryName), to: folder }, words); // a listed name
      case "rename":
        if (one !== undefined) dispatch({ type: "only", name: one.name });
        return onRenaming(one?.name ?? null);
      case "copy":
      case "cut":
        return fill(id);
      case "moveTo":
      case "copyTo":
        return void transferTo({ act: id, files: filesOf(chosen()), start: folder }, words);
      case "paste":
        return void paste(folder);
      case "pasteInto":
        return one === undefined ? undefined : void paste(joinVirtualPath(folder, one.name as EntryName)); // a listed name
      case "delete":
      case "deleteForever":
        return void deleteEntries(
          { files: filesOf(chosen()), entries: chosen(), permanent: id === "deleteForever" },
          words,
        );
      case "copyPath":
        return copyPath();
      case "properties":
        return one === undefined
          ? undefined
          : propertiesRequest.set({ path: joinVirtualPath(folder, one.name as EntryName) }); // a listed name
      case "newFolder":
      case "newFile":
      case "newDrawing":
        return void create(id);
      case "upload":
        return void pick(false);
      case "uploadFolder":
        return void pick(true);
      case "fetch":
        return folderToolRequest.set({ tool: id, path: folder });
      case "spaceMap":
      case "duplicates":
      case "versions":
        return folderToolRequest.set({
          tool: id,
          path: first === undefined ? folder : joinVirtualPath(folder, first.name as EntryName), // a listed name
        });
      case "undo":
        return undoNewest(words);
      case "showInFolder":
        return undefined; // they are shown in it
      case "selectAll":
        return dispatch({ type: "all" });
      case "refresh":
        return void queryClient.invalidateQueries({ queryKey: folderKey(folder) });
    }
  };

  const run = (id: FileActionId | PageCommand) => {
    if (isPageCommand(id)) return runPage(id);
    // A key does what the menu would, also in saying why not.
    const asked = id === "deleteForever" ? "delete" : id;
    if (!isRefused(asked, folder)) runAction(id);
    return undefined;
  };

  return { run, open, endRename, upload, drop, paste, goUp };
}

const pageCommands: readonly string[] = [
  "up",
  "filter",
  "search",
  "help",
  "escape",
  "quickLook",
] satisfies PageCommand[];

function isPageCommand(id: FileActionId | PageCommand): id is PageCommand {
  return pageCommands.includes(id);
}

function totalOf(listing: FolderListing | undefined): number {
  return listing === undefined ? -1 : listing.folders.length + listing.files.length;
}
