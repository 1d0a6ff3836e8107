import type { Alert } from "@/lib/contracts/alert";
import { alertMeasures } from "@/lib/shared/alerts";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";

/** Whether somebody may hear of an alert: those of containers take the right to see containers as well. */
export function maySee({ permissions }: Pick<Actor, "permissions">, { metric }: Pick<Alert, "metric">): boolean {
  const isOfContainer = alertMeasures[metric].kind === "container";
  return permissions.has("sys_view") && (!isOfContainer || permissions.has("docker_view"));
}

/** Nobody watches, tries, or lists what they may not look at. Throws auth/forbidden. */
export function assertMaySee(actor: Pick<Actor, "permissions">, rule?: Pick<Alert, "metric">): void {
  if (!actor.permissions.has("sys_view")) throw new AppError("auth/forbidden", { permission: "sys_view" });
  if (rule !== undefined && !maySee(actor, rule)) throw new AppError("auth/forbidden", { permission: "docker_view" });
}
