import type { AccessCheck, RightSource } from "@/lib/contracts/rights";
import { isNamedBy, type ContainerAction, type ContainerRight, type ContainerRule } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { findProject } from "@/lib/server/docker/compose-project";
import { isOwnContainer } from "@/lib/server/docker/created-by";
import type { Actor } from "@/lib/server/runtime/ctx";
import { containerPermissions } from "@/lib/server/session/container-rights";
import { explainContainer } from "./explain-container";

type Asked = { asker: Actor; action: ContainerAction; container: string };
type Subject = {
  actor: Actor;
  heldFrom: (name: Permission) => RightSource[];
  sources: readonly { source: RightSource; rules: readonly ContainerRule[] }[];
};

const rightOf = {
  container_see: null,
  container_logs: "logs",
  container_start_stop: "start_stop",
  container_shell: "shell",
} as const satisfies Record<ContainerAction, ContainerRight | null>;

/** Why somebody may or may not do something with a container that the asker sees. Throws docker/not-found, and what askDocker throws. */
export async function explainContainerAction(
  { asker, action, container }: Asked,
  subject: Subject,
): Promise<AccessCheck[]> {
  const { actor, heldFrom, sources } = subject;
  const { name, inspected } = await admitContainer(asker, container, "see");
  const project = await findProject(inspected.Config.Labels, inspected.Image);
  const right = rightOf[action];
  const permission = right === null ? "docker_view" : containerPermissions[right];
  const isOwn = await isOwnContainer(actor, { labels: inspected.Config.Labels, imageId: inspected.Image });
  // Whoever manages containers sees them, too. A shell by that is for administrators, and for who has created the container.
  const isHeld = right !== "shell" || actor.isRoot || isOwn;
  const held = isHeld ? heldFrom(permission).concat(right === null ? heldFrom("docker_container_update") : []) : [];
  const rules = sources.flatMap(({ source, rules: own }) =>
    own
      .filter(({ match, may }) => isNamedBy(match, { name, project }) && (right === null || may.includes(right)))
      .map(({ match }) => ({ match, from: source })),
  );
  const check: AccessCheck = {
    kind: "container_rules",
    ok: held.length > 0 || rules.length > 0,
    name,
    permission,
    held: [...new Set(held)],
    rules,
  };
  // A shell also takes that the container reaches no further than the user, and that it runs.
  return right === "shell" && check.ok ? [check, await explainContainer(actor, name)] : [check];
}
