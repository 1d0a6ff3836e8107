import { basePath } from "@/lib/client/base-path";
import { pages } from "@/lib/client/urls";
import type { OpenAs } from "@/components/file/entry/open-rule";
import { stateOfStep } from "@/components/file/page/place-memory";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

type Step = {
  open?: EntryName | null;
  as?: OpenAs;
  replace?: boolean;
  /** A quick look: the key that opened it closes it. */
  quick?: boolean;
};

/**
 * Opens a folder, and an entry in it. Through the History API, which Next's router follows: a folder needs nothing from
 * Next's server, and a router navigation would wait for it.
 */
export function goToFolder(path: VirtualPath, { open, as, replace = false, quick = false }: Step = {}): void {
  const url = hrefOf(path, open ?? null, as);
  const isSamePlace = location.pathname === hrefOf(path);
  const isQuick = quick || (replace && open != null && isQuickLook());
  const state = { ...stateOfStep(isSamePlace), ...(isQuick ? { [quickKey]: true } : {}) };
  if (replace) history.replaceState(state, "", url);
  else history.pushState(state, "", url);
}

const quickKey = "filedeckQuick";

/** Whether what is open now is a quick look. */
export function isQuickLook(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, quickKey) === true;
}

/** The address of a folder for links, base path included. */
export function hrefOf(path: VirtualPath, open: EntryName | null = null, as?: OpenAs): string {
  return `${basePath()}${pages.files(path, open ?? undefined, as)}`;
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
