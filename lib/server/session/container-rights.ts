import { containerRights, isNamedBy, type ContainerRight, type NamedContainer } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import type { Actor } from "@/lib/server/runtime/ctx";

/** What gives a right to containers: that to a shell to those that somebody has created. */
export const containerPermissions: Readonly<Record<ContainerRight, Permission>> = {
  logs: "docker_view",
  start_stop: "docker_container_update",
  shell: "docker_container_update",
};

type Asker = Pick<Actor, "isRoot" | "permissions" | "containers">;

/** `isOwn`: whether the asker has created it. */
export type AskedContainer = NamedContainer & { isOwn: boolean };

/** Whether somebody has the right to this container without a rule. What is in others' containers is for administrators and rules. */
const isHeld = ({ isRoot, permissions }: Asker, right: ContainerRight, isOwn: boolean) =>
  permissions.has(containerPermissions[right]) && (right !== "shell" || isOwn || isRoot);

/** Whether somebody has the right to all containers. */
export const holdsForAll = (actor: Pick<Asker, "isRoot" | "permissions">, right: ContainerRight): boolean =>
  isHeld({ ...actor, containers: [] }, right, false);

/** What this actor may do with a container, beside seeing it; null: it is not there for them. */
export function containerRightsOf(asker: Asker, container: AskedContainer): ReadonlySet<ContainerRight> | null {
  const { permissions, containers } = asker;
  const rules = permissions.has("docker_container_rule")
    ? containers.filter(({ match }) => isNamedBy(match, container))
    : [];
  const all = containerRights.filter((right) => isHeld(asker, right, container.isOwn));
  if (rules.length === 0 && all.length === 0) return null;
  return new Set([...all, ...rules.flatMap(({ may }) => may)]);
}
