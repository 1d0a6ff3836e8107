import type { StackRow } from "@/lib/contracts/stack";
import { compareNames } from "@/lib/shared/compare-names";
import type { StackAction } from "@/lib/shared/stacks";

export type StackState = "trouble" | "partial" | "running" | "stopped" | "none";

/** How a stack is as a whole: `none` has no containers. */
export function stackStateOf({ services }: Pick<StackRow, "services">): StackState {
  const sum = (get: (service: StackRow["services"][number]) => number) =>
    services.reduce((total, service) => total + get(service), 0);
  const [containers, running] = [sum((one) => one.containers), sum((one) => one.running)];
  if (containers === 0) return "none";
  if (running === 0) return "stopped";
  if (sum((one) => one.unhealthy) > 0) return "trouble";
  return running < containers ? "partial" : "running";
}

const mostProfiles = 10;

/** The profiles that services of a stack start with; of many the first. */
export function profilesOf({ services }: Pick<StackRow, "services">): string[] {
  return [...new Set(services.flatMap(({ profiles }) => profiles))].toSorted(compareNames).slice(0, mostProfiles);
}

/** What makes sense for a stack as it is. Deploying always does: it is how changes get there. */
export function stackActionsFor(state: StackState): readonly StackAction[] {
  switch (state) {
    case "none":
      return ["up", "pull"];
    case "stopped":
      return ["up", "pull", "down"];
    default:
      return ["up", "restart", "pull", "stop", "down"];
  }
}
