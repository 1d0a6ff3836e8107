import { encodePath } from "@/lib/shared/paths";

/** More places at which something is kept are not compared one by one. */
export const mostKept = 200;

/** Whether one of the first {@link mostKept} of these encoded places is the place, or below it; true where there are more. */
export function mayBeAt(kept: readonly (string | null)[], place: string): boolean {
  if (kept.length === 0 || kept.length >= mostKept) return kept.length > 0;
  const at = encodePath(place);
  const below = `${at}/`;
  return kept.some((one) => one === at || one?.startsWith(below) === true);
}
