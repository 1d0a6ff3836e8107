import { isWithin, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { normalizePlace } from "./scope";
import type { Root } from "./storage";

/** The virtual path of a place; the root nearest to it wins. Null where none holds it. */
export function locatePlace(roots: readonly Root[], place: string): VirtualPath | null {
  const path = normalizePlace(place);
  if (path === null) return null;
  let best: { id: string; base: string } | null = null;
  for (const root of roots) {
    const base = normalizePlace(root.place);
    if (base !== null && isWithin(path, base) && base.length > (best?.base.length ?? 0)) best = { id: root.id, base };
  }
  if (best === null) return null;
  const rest = path.slice(best.base === "/" ? 1 : best.base.length + 1);
  return parseVirtualPath(rest === "" ? best.id : `${best.id}/${rest}`);
}
