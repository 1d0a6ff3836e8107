import { isWithin } from "@/lib/shared/paths";
import type { Root } from "./storage";
import { holdsProtected, isProtected, parseProtected, type ProtectedPattern } from "./protected";
import { accessOf, holdsRestricted, isStrictlyBelow, normalizePlace, type Access, type Scope } from "./scope";

/** What the actor may do at real places. Pure once made. */
export type Policy = {
  /** Without limits: what such an actor replaces keeps the rights that it runs with (set-user-id, set-group-id, capabilities). */
  isRoot: boolean;
  access: (realPath: string) => Access;
  /** Whether a link's path may lead through here on its way to something allowed; tells the actor nothing. */
  mayPass: (realPath: string) => boolean;
  /** Whether everything below is treated like the folder, so that a listing need not ask per entry. */
  isUniformBelow: (realPath: string) => boolean;
  /** Whether moving or removing the path would touch something denied, hidden or only readable. */
  holdsRestricted: (realPath: string) => boolean;
  isProtected: (realPath: string) => boolean;
  holdsProtected: (realPath: string) => boolean;
  /**
   * What was found at a real path: the policy then knows it under its new name, should it be one of its places that was moved. Before it is asked about that
   * path. Whether it is such a place.
   */
  meet: (found: Numbers, realPath: string) => boolean;
};

/** What stat says of an entry that a rename does not change. */
export type Numbers = {
  dev: number | bigint;
  ino: number | bigint;
  birthtimeMs: number | bigint;
  birthtimeNs?: bigint;
};

export type PolicyInput = {
  roots: readonly Root[];
  scopes: readonly Scope[] | null;
  protectedPaths: readonly string[];
  hiddenDirs: readonly string[];
};

/** `real`: the place as it really is, links followed. */
type Real = (place: string) => Promise<string>;

export async function makePolicy(
  { roots, scopes, protectedPaths, hiddenDirs }: PolicyInput,
  real: Real,
): Promise<Policy> {
  const hidden = await withRealPlaces(hiddenDirs, real);
  const patterns = await realPatterns(protectedPaths, real);
  const limits = scopes === null ? null : await Promise.all(scopes.map((scope) => withRealDenials(scope, real)));
  const rootDirs = await withRealPlaces(
    roots.map((root) => root.place),
    real,
  );
  return {
    isRoot: limits === null,
    access(path) {
      if (hidden.some((dir) => isWithin(path, dir))) return "none";
      const access = accessOf(path, limits);
      // Above its roots an actor has no way to walk: a link up there would only tell it the host's folder names.
      return access === "ancestor" && !rootDirs.some((dir) => isWithin(path, dir)) ? "none" : access;
    },
    mayPass: (path) =>
      !hidden.some((dir) => isWithin(path, dir)) &&
      (accessOf(path, limits) !== "none" || rootDirs.some((dir) => isWithin(dir, path))),
    isUniformBelow: (path) =>
      !hidden.some((dir) => isStrictlyBelow(dir, path)) &&
      accessOf(path, limits) !== "ancestor" &&
      !holdsRestricted(path, limits),
    holdsRestricted: (path) => hidden.some((dir) => isWithin(dir, path)) || holdsRestricted(path, limits),
    isProtected: (path) => isProtected(path, patterns),
    holdsProtected: (path) => holdsProtected(path, patterns),
    meet: () => false,
  };
}

/**
 * The places as given and, where links lead elsewhere, as they really are. For lists that only take away (denied, hidden,
 * protected): following links while looking at a list that grants would let whoever swaps a link widen it.
 */
export async function withRealPlaces(places: readonly string[], real: Real): Promise<string[]> {
  const all = new Set<string>();
  for (const place of places) {
    const literal = normalizePlace(place);
    if (literal !== null) all.add(literal).add(await real(literal));
  }
  return [...all];
}

async function withRealDenials(scope: Scope, real: Real): Promise<Scope> {
  return { ...scope, denyDirs: await withRealPlaces(scope.denyDirs, real) };
}

async function realPatterns(texts: readonly string[], real: Real): Promise<ProtectedPattern[]> {
  const patterns: ProtectedPattern[] = [];
  for (const text of texts) {
    const pattern = parseProtected(text);
    if (pattern === null) continue;
    patterns.push(pattern);
    const base = await real(pattern.base);
    if (base !== pattern.base) patterns.push({ ...pattern, base });
  }
  return patterns;
}
