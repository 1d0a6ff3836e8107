import type { Alert } from "@/lib/contracts/alert";
import { alertMeasures } from "@/lib/shared/alerts";
import type { Actor } from "@/lib/server/runtime/ctx";

/** Whether somebody may hear of an alert: those of containers take the right to see containers as well. */
export function maySee({ permissions }: Pick<Actor, "permissions">, { metric }: Pick<Alert, "metric">): boolean {
  const isOfContainer = alertMeasures[metric].kind === "container";
  return permissions.has("sys_view") && (!isOfContainer || permissions.has("docker_view"));
}
