import { parentOf, parseVirtualPath, splitVirtualPath } from "@/lib/shared/paths";

/** The folder in which an entry is or was, as people know it: the place by its name. */
export function placeText(path: string, roots: readonly { id: string; note: string }[]): string {
  const parsed = parseVirtualPath(path);
  const parent = parsed === null ? null : parentOf(parsed);
  if (parent === null) return path;
  const { root, segments } = splitVirtualPath(parent);
  return [roots.find(({ id }) => id === root)?.note ?? root, ...segments].join(" / ");
}
