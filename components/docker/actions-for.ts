import type { ContainerAction } from "@/lib/shared/containers";

/** What makes sense for a container in this state. */
export function actionsFor(state: string): readonly ContainerAction[] {
  switch (state) {
    case "running":
      return ["stop", "restart", "pause", "kill"];
    case "paused":
      return ["unpause", "stop", "kill"];
    case "restarting":
      return ["stop", "restart", "kill"];
    case "removing":
    case "dead":
      return [];
    default:
      return ["start"];
  }
}
