import { parentOf, parseVirtualPath, splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";

/** The folder in which an entry is or was, as people know it: the place by its name. */
export function placeText(path: string, roots: readonly { id: string; note: string }[]): string {
  const parsed = parseVirtualPath(path);
  const parent = parsed === null ? null : parentOf(parsed);
  if (parent === null) return path;
  const { root, segments } = splitVirtualPath(parent);
  return shownName([roots.find(({ id }) => id === root)?.note ?? root, ...segments].join(" / "));
}

/** A folder's own name; of a place the name that people know it by. */
export function folderText(folder: VirtualPath, roots: readonly { id: string; note: string }[]): string {
  const { root, segments } = splitVirtualPath(folder);
  return shownName(segments.at(-1) ?? roots.find(({ id }) => id === root)?.note ?? root);
}
