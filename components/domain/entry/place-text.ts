import { parentOf, parseVirtualPath, splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";

type Roots = readonly { id: string; note: string }[];

/** The folder in which an entry is or was, as people know it: the place by its name. */
export function placeText(path: string, roots: Roots): string {
  const parsed = parseVirtualPath(path);
  const parent = parsed === null ? null : parentOf(parsed);
  return parent === null ? shownName(path) : wayText(parent, roots);
}

/** A folder with all that is above it, the place by the name that people know it by. */
export function wayText(folder: VirtualPath, roots: Roots): string {
  const { root, segments } = splitVirtualPath(folder);
  return shownName([roots.find(({ id }) => id === root)?.note ?? root, ...segments].join(" / "));
}

/** A folder's own name; of a place the name that people know it by. */
export function folderText(folder: VirtualPath, roots: Roots): string {
  const { root, segments } = splitVirtualPath(folder);
  return shownName(segments.at(-1) ?? roots.find(({ id }) => id === root)?.note ?? root);
}
