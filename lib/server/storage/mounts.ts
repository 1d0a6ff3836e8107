import { isWithin } from "@/lib/shared/paths";
import { withRealPlaces, type PolicyInput } from "./policy";
import { parseProtected, type ProtectedPattern } from "./protected";
import { accessOf, normalizePlace, type Scope } from "./scope";

/** What holds at a host path and below it, as far as no later mount says otherwise. `none`: nothing is there. */
export type Mount = { place: string; access: "write" | "read" | "none" };

/**
 * What of the disks an actor may reach, as mounts for a program that the kernel confines to them, from above to below. Rights change only at
 * folders that a list names, so these are all there are. Protected places are mounts of their own, for a mount can be neither moved nor
 * removed; what is to keep its content can only be read. Pure; all places are real ones.
 */
export function mountsOf({ roots, scopes, hidden, patterns }: RealInput): Mount[] {
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
    if (access !== above || (protectedBases.has(place) && access !== "none")) mounts.push({ place, access });
  }
  return mounts;
}

type RealInput = {
  roots: readonly { place: string; writable: boolean }[];
  scopes: readonly Scope[] | null;
  hidden: readonly string[];
  patterns: readonly ProtectedPattern[];
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
  });
  const checked = await Promise.all(
    mounts.map(async (mount) => ((await real(mount.place)) === mount.place ? mount : null)),
  );
  return checked.filter((mount) => mount !== null);
}
