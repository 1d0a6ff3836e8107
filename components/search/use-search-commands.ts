"use client";

import { downloadRequest } from "@/components/download/download-request";
import { copyText, fillClipboard } from "@/components/domain/transfer/clipboard-store";
import type { FileAction, FileActionId } from "@/components/domain/action/file-actions";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import type { PageCommand } from "@/components/domain/list/list-events";
import { reasonText } from "@/components/domain/action/menu-items";
import { useOpenUnknown } from "@/components/domain/viewing/unknown/use-open-unknown";
import { kindOf } from "@/components/domain/entry/kinds";
import type { TextPlace } from "@/components/domain/entry/text-place";
import { hasText, openEntry, type OpenAs } from "@/components/domain/entry/open-rule";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { propertiesRequest } from "@/components/properties/properties-store";
import { shareRequest } from "@/components/share/share-store";
import { undoNewest } from "@/components/domain/task/task-store";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import { downloadEntries, packedAs } from "@/components/domain/verbs/download-entries";
import { transferTo } from "@/components/domain/verbs/transfer-to";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Found } from "./search-state";
import { focusSearch } from "@/components/domain/action/focus-search";

type Scene = {
  chosen: readonly Found[];
  focused: Found | undefined;
  actions: readonly FileAction[];
  words: Words;
  onPickAll: () => void;
  onEscape: () => void;
  onHelp: () => void;
  onRefresh: () => void;
};

/** What menus, buttons and keys set off among results. */
export function useSearchCommands(scene: Scene) {
  const { chosen, focused, actions, words, onPickAll, onEscape, onHelp, onRefresh } = scene;
  const { downloadFormat } = useFilePreferences();
  const openUnknown = useOpenUnknown();
  const filesOf = (hits: readonly Found[]) =>
    hits.map(({ path }) => parseVirtualPath(path)).filter((path) => path !== null);

  const showInFolder = (path: VirtualPath) => {
    const folder = parentOf(path);
    if (folder === null) return;
    hintFocus(folder, nameOf(path));
    goToFolder(folder);
  };

  const open = (hit: Found, { as, line }: { as?: OpenAs; line?: number | undefined } = {}) => {
    const path = parseVirtualPath(hit.path);
    const folder = path === null ? null : parentOf(path);
    if (path === null || folder === null) return;
    const place = placeOf(hit, line);
    // What was found in a text is shown in it, also where its type has another viewer or none.
    const decision = openEntry(hit.entry, { as: place === undefined ? as : "text" });
    hintFocus(folder, nameOf(path));
    if (decision.act === "enter") goToFolder(path);
    else if (decision.act === "unknown") void openUnknown(path).then((isText) => isText && open(hit, { as: "text" })); // it never rejects
    else if (decision.act === "refuse")
      showToast({ kind: "error", message: words.errorText(new AppError(decision.error)) });
    else
      goToFolder(folder, {
        open: nameOf(path),
        as: place !== undefined && hasText(kindOf(hit.entry)) ? "text" : as,
        line: place,
        isFromResults: true,
      });
  };

  const fill = (mode: "copy" | "cut") => {
    const files = filesOf(chosen);
    if (files.length === 0) return;
    fillClipboard({ mode, files });
    showToast({ kind: "success", message: words.t(mode === "copy" ? "copied" : "cutDone", { count: files.length }) });
  };

  const runAction = (id: FileActionId): void => {
    const one = chosen[0] ?? focused;
    const [first] = one === undefined ? [] : filesOf([one]);
    const entries = chosen.map(({ path, entry }) => ({ ...entry, name: chosen.length === 1 ? entry.name : path }));
    if (id === "open" && one !== undefined) open(one);
    else if (id === "openAsText" && one !== undefined) open(one, { as: "text" });
    else if (id === "showInFolder" && first !== undefined) showInFolder(first);
    else if (id === "download")
      void downloadEntries({ files: filesOf(chosen), format: packedAs(entries, downloadFormat) }, words);
    else if (id === "downloadAs") downloadRequest.set({ files: filesOf(chosen) });
    else if (id === "copy" || id === "cut") fill(id);
    else if ((id === "moveTo" || id === "copyTo") && first !== undefined)
      void transferTo({ act: id, files: filesOf(chosen), start: parentOf(first) ?? first }, words);
    else if (id === "delete" || id === "deleteForever")
      void deleteEntries({ files: filesOf(chosen), entries, permanent: id === "deleteForever" }, words);
    else if (id === "share" && entries[0] !== undefined)
      shareRequest.set({ kind: "create", files: filesOf(chosen), name: entries[0].name, canDrop: false });
    else if (id === "versions" && first !== undefined) folderToolRequest.set({ tool: id, path: first });
    else if (id === "properties" && first !== undefined) propertiesRequest.set({ path: first });
    else if (id === "undo") undoNewest(words);
    else if (id === "selectAll") onPickAll();
    else if (id === "refresh") onRefresh();
    else if (id === "copyPath") {
      copyText(filesOf(chosen).join("\n"));
      showToast({ kind: "success", message: words.t("pathCopied") });
    }
  };

  const run = (id: FileActionId | PageCommand): void => {
    if (id === "search" || id === "filter") return focusSearch();
    if (id === "help") return onHelp();
    if (id === "escape" || id === "up") return onEscape();
    if (id === "quickLook") return focused === undefined ? undefined : open(focused);
    const asked = id === "deleteForever" ? "delete" : id;
    const reason = reasonText(actions.find((action) => action.id === asked)?.disabled, words);
    if (reason === null) return runAction(id);
    showToast({ kind: "warning", message: reason });
  };

  return { run, open };
}

/** Where a text's hit is: in the line that was clicked, or in the first. */
function placeOf({ lines }: Found, wanted?: number): TextPlace | undefined {
  const found = lines?.find(({ line }) => line === wanted) ?? lines?.[0];
  const range = found?.ranges[0];
  if (found === undefined) return undefined;
  // Of a line that is shown from its middle nobody knows the columns.
  return found.cut || range === undefined
    ? { line: found.line }
    : { line: found.line, from: range[0] + 1, to: range[1] + 1 };
}
