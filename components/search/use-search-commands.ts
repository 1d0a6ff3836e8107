"use client";

import {
  useEntryActions,
  type ActionContext,
  type ChosenEntry,
  type EntryActionId,
  type ShownAction,
} from "@/components/domain/action/entry-action";
import { focusSearch } from "@/components/domain/action/focus-search";
import { runEntryAction } from "@/components/domain/action/run-entry-action";
import { kindOf } from "@/components/domain/entry/kinds";
import { canOpenAs, openEntry, type OpenAs } from "@/components/domain/entry/open-rule";
import type { TextPlace } from "@/components/domain/entry/text-place";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import type { Words } from "@/components/domain/entry/words";
import { goToFolder, hintFocus } from "@/components/domain/folder/go-to";
import { isPageCommand, type PageCommand } from "@/components/domain/list/list-events";
import { useOpenUnknown } from "@/components/domain/viewing/unknown/use-open-unknown";
import { showToast } from "@/components/ui/toast/toast-store";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath } from "@/lib/shared/paths";
import type { Found } from "./search-state";

type Scene = {
  chosen: readonly Found[];
  focused: Found | undefined;
  shown: readonly ShownAction[];
  words: Words;
  onPickAll: () => void;
  onEscape: () => void;
  onHelp: () => void;
  onRefresh: () => void;
};

/** What menus, buttons and keys set off among results. */
export function useSearchCommands(scene: Scene) {
  const { chosen, focused, shown, words, onPickAll, onEscape, onHelp, onRefresh } = scene;
  const { downloadFormat } = useFilePreferences();
  const openUnknown = useOpenUnknown();
  const actions = useEntryActions();

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
        as: place !== undefined && canOpenAs(hit.entry.name, kindOf(hit.entry), "text") ? "text" : as,
        line: place,
        isFromResults: true,
      });
  };

  /** Of several the name is the whole path: they may lie in many folders. */
  const chosenEntry = ({ path: text, entry }: Found): ChosenEntry[] => {
    const path = parseVirtualPath(text);
    return path === null ? [] : [{ path, entry: chosen.length > 1 ? { ...entry, name: text } : entry }];
  };

  const contextOf = (): ActionContext => {
    const one = chosen[0] ?? focused;
    return {
      folder: null,
      isFolderWritable: false,
      chosen: chosen.flatMap(chosenEntry),
      one: one === undefined ? undefined : chosenEntry(one)[0],
      whole: undefined,
      downloadFormat,
      words,
      page: {
        open: (_, way) => {
          if (one !== undefined) open(one, way);
        },
        rename: nothing,
        create: nothing,
        paste: nothing,
        selectAll: onPickAll,
        refresh: onRefresh,
      },
    };
  };

  const runPage = (id: PageCommand): void => {
    if (id === "search" || id === "filter") focusSearch();
    else if (id === "help") onHelp();
    else if (id === "escape" || id === "up") onEscape();
    else if (focused !== undefined) open(focused);
  };

  const run = (id: EntryActionId | PageCommand): void =>
    isPageCommand(id) ? runPage(id) : runEntryAction(id, { actions, shown, context: contextOf() });

  return { run, open };
}

/** Results lie in many folders: nothing is made, renamed or pasted among them. */
const nothing = () => {};

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
