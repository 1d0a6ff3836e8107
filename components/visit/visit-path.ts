import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";

/**
 * The viewers know entries by a folder and a name. The entries at the top of a share lie in no folder: for the viewers they lie in
 * this one, which is taken off again before the server is asked.
 */
const top = "share";

export function forViewer(path: string | null): VirtualPath {
  const made = parseVirtualPath(path === null ? top : `${top}/${path}`);
  if (made === null) throw new Error("not a path of a share");
  return made;
}

export function inShare(path: VirtualPath): string {
  return path.slice(top.length + 1);
}
