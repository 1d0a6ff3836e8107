import { posix } from "node:path";
import { isWithin } from "@/lib/shared/paths";
import { withRealPlaces, type PolicyInput } from "./policy";
import { parseProtected, type ProtectedPattern } from "./protected";
import { accessOf, isStrictlyBelow, normalizePlace, type Scope } from "./scope";

/**
 * What holds at a host path and below it, as far as no later mount says otherwise. `none`: nothing is there. `isOwn`: it is there for the sake of a trash alone,
 * which no other account can enter.
 */
export type Mount = { place: string; access: "write" | "read" | "none"; isOwn?: true };

/**
 * What of the disks an actor may reach, as mounts for a program that the kernel confines to them, from above to below. Rights change only at
 * folders that a list names, so these are all there are. Protected places are mounts of their own, for a mount can be neither moved nor
 * removed; what is to keep its content can only be read. So is every folder between a writable mount and a mount inside it: whoever could move such a folder
 * would take what is denied in it to a name that no list has. Pure; all places are real ones.
 */
export function mountsOf({ roots, scopes, hidden: hiddenDirs, patterns, own = [] }: RealInput): Mount[] {
  const hidden = [...hiddenDirs, ...own];
  const protectedBases = new Set(patterns.map(({ base }) => base));
  const named = new Set([
    ...roots.map(({ place }) => place),
    ...(scopes ?? []).flatMap(({ accessDirs, readOnlyDirs, denyDirs }) => [
      ...accessDirs,
      ...readOnlyDirs,
      ...denyDirs,
    ]),
    ...hidden,
    ...protectedBases,
  ]);
  const inRoots = [...named].filter((place) => roots.some((root) => isWithin(place, root.place)));
  const mounts: Mount[] = [];
  for (const place of inRoots.sort()) {
    const access = accessAt(place, { roots, scopes, hidden, patterns });
    const above = mounts.findLast((mount) => isWithin(place, mount.place))?.access ?? "none";
    if (access === above && (!protectedBases.has(place) || access === "none")) continue;
    mounts.push(own.includes(place) ? { place, access, isOwn: true } : { place, access });
  }
  return withFoldersBetween(mounts);
}

/** With the folders on the way from a writable mount to one inside it, each a mount with the same access. */
function withFoldersBetween(mounts: readonly Mount[]): Mount[] {
  const all = new Map(mounts.map((mount) => [mount.place, mount]));
  for (const { place, isOwn } of mounts) {
    const outer = mounts.findLast((mount) => isStrictlyBelow(place, mount.place));
    if (outer?.access !== "write") continue;
    for (let above = posix.dirname(place); above !== outer.place; above = posix.dirname(above))
      // Where something else needs the mount as well, it is not the trash's alone.
      if (isOwn !== true) all.set(above, { place: above, access: "write" });
      else if (!all.has(above)) all.set(above, { place: above, access: "write", isOwn });
  }
  return [...all.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
}

type RealInput = {
  roots: readonly { place: string; writable: boolean }[];
  scopes: readonly Scope[] | null;
  hidden: readonly string[];
  patterns: readonly ProtectedPattern[];
  /** Trashes, wherever they lie. */
  own?: readonly string[];
};

function accessAt(place: string, { roots, scopes, hidden, patterns }: RealInput): Mount["access"] {
  if (hidden.some((dir) => isWithin(place, dir))) return "none";
  const access = accessOf(place, scopes);
  if (access === "none" || access === "ancestor") return "none";
  // Of places inside of one another the inner one says.
  const root = roots
    .filter((one) => isWithin(place, one.place))
    .reduce((a, b) => (b.place.length > a.place.length ? b : a));
  const isKept = patterns.some(({ base, reach }) => reach !== "self" && isWithin(place, base));
  return access === "read" || !root.writable || isKept ? "read" : "write";
}

/** The same for what a storage is made of. `real` follows links: a place that is not what it says is granted to nobody. */
export async function makeMounts(
  { roots, scopes, protectedPaths, hiddenDirs }: PolicyInput,
  real: (place: string) => Promise<string>,
  own: readonly string[] = [],
): Promise<Mount[]> {
  const patterns = protectedPaths.map(parseProtected).filter((pattern) => pattern !== null);
  const realPatterns = await Promise.all(
    patterns.map(async (pattern) => ({ ...pattern, base: await real(pattern.base) })),
  );
  const realScopes = await Promise.all(
    (scopes ?? []).map(async (scope) => ({ ...scope, denyDirs: await withRealPlaces(scope.denyDirs, real) })),
  );
  const mounts = mountsOf({
    roots: roots.map(({ place, writable }) => ({ place: normalizePlace(place) ?? place, writable })),
    scopes: scopes === null ? null : realScopes,
    hidden: await withRealPlaces(hiddenDirs, real),
    patterns: realPatterns,
    own,
  });
  const checked = await Promise.all(
    mounts.map(async (mount) => ((await real(mount.place)) === mount.place ? mount : null)),
  );
  return checked.filter((mount) => mount !== null);
}
