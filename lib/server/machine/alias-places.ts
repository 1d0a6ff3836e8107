import { isWithin } from "@/lib/shared/paths";
import type { MountLine } from "./parse-mounts";

/**
 * Every absolute path by which what lies at a real place can be reached through `seen`: mounts show one folder at several places. `own`: the mounts that the
 * place itself is of, where those are others. It is among them itself where they are the same; and alone where nothing is known of mounts.
 */
export function aliasesOf(
  place: string,
  { own, seen = own }: { own: readonly MountLine[]; seen?: readonly MountLine[] },
): string[] {
  const mount = own
    .filter((line) => isWithin(place, line.place))
    // Of two at the same place the later one hides the other.
    .reduce<MountLine | null>((a, b) => (a === null || b.place.length >= a.place.length ? b : a), null);
  if (mount === null) return [place];
  const inner = rebased(place, mount.place, mount.root);
  return seen
    .filter(({ device, root }) => device === mount.device && isWithin(inner, root))
    .map((line) => rebased(inner, line.root, line.place));
}

function rebased(path: string, from: string, to: string): string {
  const rest = path === from ? "" : path.slice(from === "/" ? 0 : from.length);
  return `${to === "/" ? "" : to}${rest}` || "/";
}
