import { isWithinMatch, type ContainerRule } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import { holdsForAll } from "@/lib/server/session/container-rights";

type Limit = { isRoot: boolean; permissions: ReadonlySet<Permission>; containers: readonly ContainerRule[] };

/**
 * The match of a rule that opens more than these rights do; null when there is none. Held is what a permission gives for all containers, or a rule for at
 * least these.
 */
export function findExcessRule(rules: readonly ContainerRule[], limit: Limit): string | null {
  if (limit.isRoot) return null;
  const isHeld = ({ match, may }: ContainerRule) => {
    const wider = limit.containers.filter((held) => isWithinMatch(match, held.match));
    const isSeen = limit.permissions.has("docker_view") || wider.length > 0;
    return isSeen && may.every((right) => holdsForAll(limit, right) || wider.some((held) => held.may.includes(right)));
  };
  return rules.find((rule) => !isHeld(rule))?.match ?? null;
}
