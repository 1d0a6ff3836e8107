import { isWithin } from "@/lib/shared/paths";
import type { Root } from "@/lib/server/storage/storage";
import { holdsProtected, isProtected, parseProtected, type ProtectedPattern } from "@/lib/server/storage/protected";
import { accessOf, holdsRestricted, isStrictlyBelow, type Access, type Scope } from "@/lib/server/storage/scope";
import { realDir, withRealDirs } from "./real-dirs";

/** What the actor may do at real host paths. Pure once made. */
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
};

export type PolicyInput = {
  roots: readonly Root[];
  scopes: readonly Scope[] | null;
  protectedPaths: readonly string[];
  hiddenDirs: readonly string[];
};

export async function makePolicy({ roots, scopes, protectedPaths, hiddenDirs }: PolicyInput): Promise<Policy> {
  const hidden = await withRealDirs(hiddenDirs);
  const patterns = await realPatterns(protectedPaths);
  const limits = scopes === null ? null : await Promise.all(scopes.map(withRealDenials));
  const rootDirs = await withRealDirs(roots.map((root) => root.place));
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
  };
}

async function withRealDenials(scope: Scope): Promise<Scope> {
  return { ...scope, denyDirs: await withRealDirs(scope.denyDirs) };
}

async function realPatterns(texts: readonly string[]): Promise<ProtectedPattern[]> {
  const patterns: ProtectedPattern[] = [];
  for (const text of texts) {
    const pattern = parseProtected(text);
    if (pattern === null) continue;
    patterns.push(pattern);
    const real = await realDir(pattern.base);
    if (real !== pattern.base) patterns.push({ ...pattern, base: real });
  }
  return patterns;
}
