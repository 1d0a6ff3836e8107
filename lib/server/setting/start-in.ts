import { posix } from "node:path";
import { isWithin } from "@/lib/shared/paths";
import { accessOf, changesBelow, type Scope } from "@/lib/server/storage/scope";

/** The nearest place in a root that is more than the way to what is allowed: the one folder of who has one, else where the ways to several part. */
export function startIn(place: string, scopes: readonly Scope[] | null): string {
  if (accessOf(place, scopes) !== "ancestor") return place;
  const allowed = changesBelow(place, { scopes, most: "write" })
    .filter(({ access }) => access !== "none")
    .map(({ path }) => path);
  const [first = place] = allowed;
  let common = first;
  while (common !== place && !allowed.every((one) => isWithin(one, common))) common = posix.dirname(common);
  return common;
}
