import { isNamedBy, type ContainerRight, type NamedContainer } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import type { Actor } from "@/lib/server/runtime/ctx";

/** What gives a right to all containers. */
export const containerPermissions: Readonly<Record<ContainerRight, Permission>> = {
  logs: "docker_view",
  start_stop: "docker_container_update",
  shell: "docker_container_update",
};

type Asker = Pick<Actor, "permissions" | "containers">;

/** What this actor may do with a container, beside seeing it; null: it is not there for them. */
export function containerRightsOf(
  { permissions, containers }: Asker,
  container: NamedContainer,
): ReadonlySet<ContainerRight> | null {
  const rules = permissions.has("docker_container_rule")
    ? containers.filter(({ match }) => isNamedBy(match, container))
    : [];
  const all = (["logs", "start_stop", "shell"] as const).filter((right) =>
    permissions.has(containerPermissions[right]),
  );
  if (rules.length === 0 && all.length === 0) return null;
  return new Set([...all, ...rules.flatMap(({ may }) => may)]);
}
