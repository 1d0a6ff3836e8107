import type Docker from "dockerode";
import type { ContainerRight } from "@/lib/shared/container-rules";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { containerPermissions, containerRightsOf } from "@/lib/server/session/container-rights";
import { askDocker } from "./ask-docker";
import { assertNotBuilding } from "./builder-container";
import { findProject } from "./compose-project";
import { nameOf } from "./list-containers";
import { assertSpares } from "./own-container";
import { assertNoHelper } from "./own-helpers";

type Asker = Pick<Actor, "isRoot" | "permissions" | "containers">;
/** `change`: to whoever may manage containers, beside what they see of it. */
type Wanted = ContainerRight | "see" | "change";
/** What takes nothing from anybody, and gives nothing that is in a volume. */
const looking: ReadonlySet<Wanted> = new Set(["see", "logs"]);

export type Admitted = {
  /** The daemon's own: whatever is done is done to it, and not to what has the name by then. */
  id: string;
  name: string;
  inspected: Docker.ContainerInspectInfo;
};

/**
 * Asks the daemon what this container is called now, and whether the caller may do this with it. Throws docker/not-found, also for what the caller does not see;
 * auth/forbidden for what they see and may not do; docker/building for what a build runs in; auth/root-only for more than looking at one of Filedeck's own; what askDocker throws.
 */
export async function admitContainer(actor: Asker, id: string, right: Wanted): Promise<Admitted> {
  const inspected = await inspect(actor, id);
  const name = nameOf(inspected.Name);
  const rights = containerRightsOf(actor, { name, project: await projectFor(actor, inspected) });
  if (rights === null) throw new AppError("docker/not-found", { name: id });
  if (right !== "see" && right !== "change" && !rights.has(right))
    throw new AppError("auth/forbidden", { permission: containerPermissions[right] });
  if (!looking.has(right)) assertNoHelper(actor, { id: inspected.Id, labels: inspected.Config.Labels });
  if (right !== "see") await assertNotBuilding(actor, inspected, name);
  if (right === "change") await assertSpares(actor, inspected);
  return { id: inspected.Id, name, inspected };
}

/** Whether somebody with the rights of now still may. A daemon that says nothing is asked again: it throws. */
export async function mayStill(now: Asker, id: string, right: ContainerRight): Promise<boolean> {
  if (now.permissions.has(containerPermissions[right])) return true;
  try {
    await admitContainer(now, id, right);
    return true;
  } catch (error) {
    if (isAppError(error) && (error.key === "docker/not-found" || error.key === "auth/forbidden")) return false;
    throw error;
  }
}

async function inspect({ permissions }: Asker, id: string): Promise<Docker.ContainerInspectInfo> {
  try {
    return await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
  } catch (error) {
    // Of several that begin with this id the daemon says that there are several.
    const isHint = isAppError(error) && error.key === "docker/refused";
    throw isHint && !permissions.has("docker_view") ? new AppError("docker/not-found", { name: id }) : error;
  }
}

async function projectFor({ containers }: Asker, { Config, Image }: Docker.ContainerInspectInfo) {
  return containers.some(({ match }) => match.startsWith("project:")) ? findProject(Config.Labels, Image) : null;
}
