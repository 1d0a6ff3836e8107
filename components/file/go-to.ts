import { basePath } from "@/lib/client/base-path";
import { pages } from "@/lib/client/urls";
import type { OpenAs } from "@/components/file/entry/open-rule";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

/**
 * Opens a folder, and an entry in it. Through the History API, which Next's router follows: a folder needs nothing from
 * Next's server, and a router navigation would wait for it.
 */
export function goToFolder(
  path: VirtualPath,
  { open, as, replace = false }: { open?: EntryName | null; as?: OpenAs; replace?: boolean } = {},
): void {
  const url = hrefOf(path, open ?? null, as);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
}

/** The address of a folder for links, base path included. */
export function hrefOf(path: VirtualPath, open: EntryName | null = null, as?: OpenAs): string {
  return `${basePath()}${pages.files(path, open ?? undefined, as)}`;
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
