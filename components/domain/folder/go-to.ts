import { basePath } from "@/lib/client/base-path";
import { pages } from "@/lib/client/urls";
import type { OpenAs } from "@/components/domain/entry/open-rule";
import { stateOfStep } from "./place-memory";
import { formatPlace, type TextPlace } from "@/components/domain/entry/text-place";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

type Way = { as?: OpenAs; line?: TextPlace | undefined };
type Step = Way & {
  open?: EntryName | null;
  replace?: boolean;
  /** A quick look: the key that opened it closes it. */
  quick?: boolean;
  /** Opened from the results of a search: closing leads back to them. */
  isFromResults?: boolean;
};

/**
 * Opens a folder, and an entry in it. Through the History API, which Next's router follows: a folder needs nothing from
 * Next's server, and a router navigation would wait for it.
 */
export function goToFolder(
  path: VirtualPath,
  { open, replace = false, quick = false, isFromResults = false, ...way }: Step = {},
): void {
  const url = hrefOf(path, open ?? null, way);
  const isSamePlace = location.pathname === hrefOf(path);
  const isQuick = quick || (replace && open !== undefined && open !== null && isQuickLook());
  const state = { ...stateOfStep(isSamePlace), ...(isQuick ? { [quickKey]: true } : {}) };
  if (replace) history.replaceState(state, "", url);
  else {
    cameFromResults = isFromResults ? path : null;
    history.pushState(state, "", url);
  }
}

let cameFromResults: VirtualPath | null = null;

/** Leaves what was opened in a folder: back to the results that it was opened from, or to its folder. */
export function closeOpened(path: VirtualPath): void {
  const isBack = cameFromResults === path;
  cameFromResults = null;
  if (isBack) history.back();
  else goToFolder(path, { replace: true });
}

const quickKey = "filedeckQuick";

/** Whether what is open now is a quick look. */
export function isQuickLook(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, quickKey) === true;
}

/** The address of a folder for links, base path included. */
export function hrefOf(path: VirtualPath, open: EntryName | null = null, { as, line }: Way = {}): string {
  const place = line === undefined ? undefined : formatPlace(line);
  return `${basePath()}${pages.files(path, open ?? undefined, { as, line: place })}`;
}

const focusHints = new Map<VirtualPath, string>();
const maxHints = 100;

/** Notes the row that should have the focus, and be in view, when the folder is shown next. */
export function hintFocus(path: VirtualPath, name: string): void {
  focusHints.delete(path);
  focusHints.set(path, name);
  const [oldest] = focusHints.keys();
  if (focusHints.size > maxHints && oldest !== undefined) focusHints.delete(oldest);
}

export function focusHintOf(path: VirtualPath): string | null {
  return focusHints.get(path) ?? null;
}

/** The folder is shown: what was noted is done. */
export function forgetFocusHint(path: VirtualPath): void {
  focusHints.delete(path);
}
