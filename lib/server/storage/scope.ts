import { posix } from "node:path";
import { isWithin } from "@/lib/shared/paths";

/**
 * Directory scope of a role or a user: **real** place ids (for the disks of this machine absolute host paths; links resolved when the scope is configured).
 * `accessDirs` may be read and written, `readOnlyDirs` read, `denyDirs` neither; what is in none of them is denied.
 */
export type Scope = { accessDirs: string[]; readOnlyDirs: string[]; denyDirs: string[] };

/** `ancestor`: a folder on the way to something allowed; it lists only what leads there and holds nothing else to read. */
export type Access = "none" | "ancestor" | "read" | "write";

const strength = { none: 0, ancestor: 1, read: 2, write: 3 } as const satisfies Record<Access, number>;
const volumeOf = /^[a-z]+:[^/]+/;
const compiled = new WeakMap<Scope, Scope>();

/** What the scopes, all of them, allow at a real path. `null` means no limits (is_root); no scope at all allows nothing. */
export function accessOf(realPath: string, scopes: readonly Scope[] | null): Access {
  if (scopes === null) return "write";
  const all = scopes.map(normalized);
  const access = strictest(realPath, all);
  return access === "ancestor" && !leadsSomewhere(realPath, all) ? "none" : access;
}

/** Whether some place strictly below the path is treated differently: denied or only readable. */
export function holdsRestricted(realPath: string, scopes: readonly Scope[] | null): boolean {
  if (scopes === null) return false;
  return scopes
    .map(normalized)
    .some((scope) => [...scope.denyDirs, ...scope.readOnlyDirs].some((dir) => isStrictlyBelow(dir, realPath)));
}

/**
 * The places strictly below one at which what is allowed changes, in their order: each is a folder that a list names. `most`: what anything else than the
 * lists lets be done at all.
 */
export function changesBelow(
  realPath: string,
  { scopes, most }: { scopes: readonly Scope[] | null; most: "read" | "write" },
): { path: string; access: "none" | "read" | "write" }[] {
  if (scopes === null) return [];
  const named = scopes
    .map(normalized)
    .flatMap(({ accessDirs, readOnlyDirs, denyDirs }) => [...accessDirs, ...readOnlyDirs, ...denyDirs]);
  const below = [...new Set(named)].filter((dir) => isStrictlyBelow(dir, realPath)).toSorted();
  const usable = (path: string) => {
    const access = accessOf(path, scopes);
    if (access === "ancestor") return "none";
    return access === "write" ? most : access;
  };
  return below
    .map((path) => ({ path, access: usable(path) }))
    .filter(({ path, access }) => access !== usable(posix.dirname(path)));
}

/**
 * A place where `scopes` allow more than `limit` does, or null. Compared by what results everywhere, for every place below as
 * well: rights change only at folders that a list names, so that looking at all of these, and at `/`, is looking everywhere.
 * Being led through a folder counts for nothing: it is the place it leads to that does.
 */
export function findExcess(scopes: readonly Scope[] | null, limit: readonly Scope[] | null): string | null {
  if (limit === null) return null;
  const [given, most] = [(scopes ?? []).map(normalized), limit.map(normalized)];
  const named = [...given, ...most].flatMap(({ accessDirs, readOnlyDirs, denyDirs }) => [
    ...accessDirs,
    ...readOnlyDirs,
    ...denyDirs,
  ]);
  const allowed = (path: string, all: readonly Scope[]) => Math.max(strength.ancestor, strength[strictest(path, all)]);
  const isMore = (path: string) => (scopes === null ? strength.write : allowed(path, given)) > allowed(path, most);
  return [...new Set([...named, "/"])].find(isMore) ?? null;
}

export function isStrictlyBelow(path: string, ancestor: string): boolean {
  return path !== ancestor && isWithin(path, ancestor);
}

/** Joins the place of a folder and a name. */
export function joinPlace(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

/** A place with what followed another one, from its slash on. */
export function joinRest(place: string, rest: string): string {
  return place === "/" ? rest || "/" : `${place}${rest}`;
}

/** A place id without `.`, `..`, doubled or trailing slashes; null when it is none, or leads out of its volume. */
export function normalizePlace(place: string): string | null {
  const volume = place.startsWith("/") ? "/" : volumeOf.exec(place)?.[0];
  if (volume === undefined) return null;
  const clean = posix.normalize(place);
  const whole = clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean;
  return isWithin(whole, volume) ? whole : null;
}

function normalized(scope: Scope): Scope {
  const known = compiled.get(scope);
  if (known !== undefined) return known;
  const clean = (dirs: readonly string[]) => dirs.map(normalizePlace).filter((dir) => dir !== null);
  const made = {
    accessDirs: clean(scope.accessDirs),
    readOnlyDirs: clean(scope.readOnlyDirs),
    denyDirs: clean(scope.denyDirs),
  };
  compiled.set(scope, made);
  return made;
}

function strictest(path: string, scopes: readonly Scope[]): Access {
  if (scopes.length === 0) return "none";
  let result: Access = "write";
  for (const scope of scopes) {
    const access = accessInOne(path, scope);
    if (strength[access] < strength[result]) result = access;
  }
  return result;
}

function accessInOne(path: string, scope: Scope): Access {
  if (scope.denyDirs.some((dir) => isWithin(path, dir))) return "none";
  if (scope.readOnlyDirs.some((dir) => isWithin(path, dir))) return "read";
  if (scope.accessDirs.some((dir) => isWithin(path, dir))) return "write";
  return [...scope.accessDirs, ...scope.readOnlyDirs].some((dir) => isWithin(dir, path)) ? "ancestor" : "none";
}

/** The list that decides at a path, with the folder of it; with none, the path is denied. */
export function decidedBy(path: string, scope: Scope): { list: keyof Scope; dir: string } | null {
  const clean = normalized(scope);
  for (const list of ["denyDirs", "readOnlyDirs", "accessDirs"] as const) {
    const dir = clean[list].find((one) => isWithin(path, one));
    if (dir !== undefined) return { list, dir };
  }
  return null;
}

/** Every smallest place that all scopes allow begins at a folder that one of them names. */
function leadsSomewhere(path: string, scopes: readonly Scope[]): boolean {
  return scopes.some((scope) =>
    [...scope.accessDirs, ...scope.readOnlyDirs].some(
      (dir) => isWithin(dir, path) && strength[strictest(dir, scopes)] >= strength.read,
    ),
  );
}
