import { isWithin } from "@/lib/shared/paths";
import type { KnownPlaces, Moved } from "@/lib/server/storage/known-places";
import { isOwnPlace } from "@/lib/server/storage/own-names";
import { makePolicy, type Policy, type PolicyInput } from "@/lib/server/storage/policy";
import { isStrictlyBelow, joinRest } from "@/lib/server/storage/scope";

/**
 * The policy of an actor, which holds for what was denied, hidden, protected or made read-only wherever it lies now. What takes away follows; what
 * grants does not.
 */
export async function makeFollowing(
  input: PolicyInput,
  real: (place: string) => Promise<string>,
  known: KnownPlaces,
): Promise<Policy> {
  const [policy, limits] = await Promise.all([makePolicy(input, real), makePolicy(limitsOf(input), real)]);

  /** The places that a path was below before. */
  const before = (path: string) =>
    known.moved.flatMap(({ from, to }) =>
      isWithin(path, to) ? [joinRest(from, path.slice(to === "/" ? 0 : to.length))] : [],
    );
  const isLimited = ({ from }: Moved) =>
    isOwnPlace(from) || limits.access(from) !== "write" || limits.holdsRestricted(from);
  const below = (path: string) => known.moved.filter(({ to }) => isWithin(to, path));

  return {
    isRoot: policy.isRoot,
    access(path) {
      const access = policy.access(path);
      if (access === "none" || known.moved.length === 0) return access;
      const most = new Set(before(path).map((place) => (isOwnPlace(place) ? "none" : limits.access(place))));
      if (most.has("none")) return "none";
      return access === "write" && most.has("read") ? "read" : access;
    },
    mayPass: (path) =>
      policy.mayPass(path) && before(path).every((place) => !isOwnPlace(place) && limits.mayPass(place)),
    isUniformBelow: (path) =>
      policy.isUniformBelow(path) &&
      before(path).every((place) => limits.isUniformBelow(place)) &&
      !known.moved.some(({ to }) => isStrictlyBelow(to, path)),
    holdsRestricted: (path) =>
      policy.holdsRestricted(path) ||
      before(path).some((place) => limits.holdsRestricted(place)) ||
      below(path).some(isLimited),
    isProtected: (path) => policy.isProtected(path) || before(path).some((place) => policy.isProtected(place)),
    holdsProtected: (path) =>
      policy.holdsProtected(path) ||
      before(path).some((place) => policy.holdsProtected(place)) ||
      below(path).some(({ from, to }) => (to !== path && policy.isProtected(from)) || policy.holdsProtected(from)),
    meet: (found, path) => known.meet(found, path),
  };
}

/** What the lists take away, and nothing of what they grant: whoever sees a place by its new name need never have been granted the old one. */
function limitsOf({ roots, scopes, protectedPaths, hiddenDirs }: PolicyInput): PolicyInput {
  return {
    roots: [...roots, { id: "", note: "", place: "/", writable: true }],
    scopes: scopes?.map((scope) => ({ ...scope, accessDirs: ["/"] })) ?? null,
    protectedPaths,
    hiddenDirs,
  };
}
