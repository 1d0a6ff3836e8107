import { basePath } from "@/lib/client/base-path";
import { pages } from "@/lib/client/urls";
import type { OpenAs } from "@/components/file/entry/open-rule";
import { formatPlace, type TextPlace } from "@/components/file/open/text-place";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

/**
 * Opens a folder, and an entry in it. Through the History API, which Next's router follows: a folder needs nothing from
 * Next's server, and a router navigation would wait for it.
 */
export function goToFolder(
  path: VirtualPath,
  { open, replace = false, isFromResults = false, ...way }: Target = {},
): void {
  const url = hrefOf(path, open ?? null, way);
  if (replace) history.replaceState(null, "", url);
  else {
    cameFromResults = isFromResults ? path : null;
    history.pushState(null, "", url);
  }
}

type Way = { as?: OpenAs; line?: TextPlace | undefined };
type Target = Way & {
  open?: EntryName | null;
  replace?: boolean;
  /** Opened from the results of a search: closing leads back to them. */
  isFromResults?: boolean;
};

let cameFromResults: VirtualPath | null = null;

/** Leaves what was opened in a folder: back to the results that it was opened from, or to its folder. */
export function closeOpened(path: VirtualPath): void {
  const isBack = cameFromResults === path;
  cameFromResults = null;
  if (isBack) history.back();
  else goToFolder(path, { replace: true });
}

/** The address of a folder for links, base path included. */
export function hrefOf(path: VirtualPath, open: EntryName | null = null, { as, line }: Way = {}): string {
  const place = line === undefined ? undefined : formatPlace(line);
  return `${basePath()}${pages.files(path, open ?? undefined, { as, line: place })}`;
}

const focusHints = new Map<VirtualPath, string>();
const maxHints = 100;

/** Notes the row that should have the focus when the folder is shown next. */
export function hintFocus(path: VirtualPath, name: string): void {
  focusHints.delete(path);
  focusHints.set(path, name);
  const [oldest] = focusHints.keys();
  if (focusHints.size > maxHints && oldest !== undefined) focusHints.delete(oldest);
}

export function focusHintOf(path: VirtualPath): string | null {
  return focusHints.get(path) ?? null;
}
