import type { TablerIcon } from "@tabler/icons-react";
import type { Messages } from "next-intl";
import { createContext, use } from "react";
import type { OpenAs } from "@/components/domain/entry/open-rule";
import type { Words } from "@/components/domain/entry/words";
import type { NewEntry } from "@/components/domain/verbs/create-entry";
import type { DownloadFormat } from "@/lib/contracts/archive";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Permission } from "@/lib/shared/permissions";

/** An action that is called by a word of its feature's own file: there `actions` has its name. */
export type OwnActionId = {
  [N in keyof Messages]: Messages[N] extends { actions: infer Actions extends object }
    ? `${N}.actions.${keyof Actions & string}`
    : never;
}[Exclude<keyof Messages, "audit">];
/** Every action has its text in the messages: below `action` of the file page's, or where its id says. */
export type EntryActionId = ActionIds[keyof ActionIds];
type ActionIds = { shared: keyof Messages["file"]["action"]; own: OwnActionId };

/**
 * Where actions are listed. `entries`, `results`: the menus of chosen entries in a folder and among the results of a search; `folder`,
 * `resultsPage`: of what is around them; `bar`, `phoneBar`: those of chosen entries that have a button; `new`, `upload`: the menus New and Upload.
 */
export type ActionArea = "entries" | "results" | "folder" | "resultsPage" | "bar" | "phoneBar" | "new" | "upload";
/** The areas that make a list from a scene; the others choose from such a list. */
export type ActionList = Extract<ActionArea, "entries" | "results" | "folder" | "resultsPage">;

/** Why an action is there but cannot be chosen; the same the server would answer. */
export type DisabledReason =
  | { why: "permission"; permission: Permission }
  | { why: "read-only" }
  | { why: "one-only" }
  | { why: "clipboard-empty" }
  | { why: "nothing-here" }
  | { why: "nothing-to-undo" };

/** What decides whether an action is shown. */
export type ActionScene = {
  /** At most two are looked at; the rest is a number. Empty where it is about the folder. */
  chosen: readonly Pick<FileEntry, "name" | "kind" | "link">[];
  can: (permission: Permission) => boolean;
  /** With the right to terminals there is no shell, but a list of commands. */
  isLimitedToCommands: boolean;
  isWritable: boolean;
  clipboardCount: number;
  rowCount: number;
  undoCount: number;
};

/** `hidden`, or shown: it can be chosen, or the reason why not. */
export type Availability = "hidden" | "enabled" | DisabledReason;

/** An entry that an action is about; among results of several folders its name is the whole path. */
export type ChosenEntry = { path: VirtualPath; entry: FileEntry };

/** What an action works with when it is set off. */
export type ActionContext = {
  /** The open folder; null among the results of a search. */
  folder: VirtualPath | null;
  isFolderWritable: boolean;
  chosen: readonly ChosenEntry[];
  /** The first of the chosen; with nothing chosen what has the focus. */
  one: ChosenEntry | undefined;
  /** The folder whose entries are chosen, all of them. */
  whole: VirtualPath | undefined;
  downloadFormat: DownloadFormat;
  words: Words;
  page: ActionPage;
};

/** What only the page itself can do. */
export type ActionPage = {
  open: (entry: ChosenEntry, way?: { as: OpenAs }) => void;
  rename: (entry: ChosenEntry | undefined) => void;
  create: (kind: NewEntry) => void;
  paste: (to: VirtualPath) => void;
  selectAll: () => void;
  refresh: () => void;
};

/** Something that can be done with entries or with a folder: declared beside its feature, listed and run from everywhere. */
export type EntryAction = {
  id: EntryActionId;
  icon: TablerIcon;
  /** Its position in each area that lists it, from above. */
  order: Partial<Record<ActionArea, number>>;
  /** Key presses that set it off, as "Ctrl+Shift+X"; the first is shown. Ctrl is Command on a Mac. */
  keys?: readonly string[];
  /** Shown as well where the browser itself reports the key. */
  shownKey?: string;
  danger?: boolean;
  /** Before it a menu draws a line. */
  startsGroup?: boolean;
  /** Another form of this action, with a key only, refused for the same reasons. */
  variantOf?: EntryActionId;
  when: (scene: ActionScene) => Availability;
  run: (context: ActionContext) => void;
};

/** An action in a list: `disabled` says why it cannot be chosen. */
export type ShownAction = Pick<EntryAction, "id" | "icon" | "order" | "danger" | "startsGroup"> & {
  shortcut?: string;
  disabled?: DisabledReason;
};

/** What a list shows of the actions, in its order. */
export function shownActions(
  actions: readonly EntryAction[],
  list: ActionList,
  scene: ActionScene,
): readonly ShownAction[] {
  const here = list === "folder" || list === "resultsPage" ? { ...scene, chosen: [] } : scene;
  return sortedFor(actions, list).flatMap((action): ShownAction[] => {
    const { id, icon, order, danger, startsGroup, keys, shownKey, when } = action;
    const availability = when(here);
    if (availability === "hidden") return [];
    const shortcut = shownKey ?? keys?.[0];
    return [
      {
        id,
        icon,
        order,
        ...(danger ? { danger } : {}),
        ...(startsGroup ? { startsGroup } : {}),
        ...(shortcut === undefined ? {} : { shortcut }),
        ...(availability === "enabled" ? {} : { disabled: availability }),
      },
    ];
  });
}

/** Of actions or shown actions those that an area lists, in its order. */
export function sortedFor<A extends Pick<EntryAction, "order">>(actions: readonly A[], area: ActionArea): A[] {
  return actions
    .flatMap((action) => {
      const position = action.order[area];
      return position === undefined ? [] : [{ action, position }];
    })
    .sort((a, b) => a.position - b.position)
    .map(({ action }) => action);
}

/** What can be done with the chosen entries of a folder; with none chosen, with the folder. */
export function actionsFor(actions: readonly EntryAction[], scene: ActionScene): readonly ShownAction[] {
  return shownActions(actions, scene.chosen.length === 0 ? "folder" : "entries", scene);
}

type Press = { key: string; ctrl: boolean; shift: boolean; alt: boolean };

/** The action that a key press in the list asks for. */
export function actionForKey(actions: readonly EntryAction[], press: Press): EntryActionId | null {
  const text = textOfPress(press);
  return actions.find(({ keys }) => keys?.includes(text))?.id ?? null;
}

function textOfPress({ key, ctrl, shift, alt }: Press): string {
  const name = key === "Delete" ? "Del" : key.length === 1 ? key.toUpperCase() : key;
  return [...(ctrl ? ["Ctrl"] : []), ...(alt ? ["Alt"] : []), ...(shift ? ["Shift"] : []), name].join("+");
}

/** The actions of all features, filled by the registry. */
export const EntryActionsContext = createContext<readonly EntryAction[]>([]);

export function useEntryActions(): readonly EntryAction[] {
  return use(EntryActionsContext);
}
