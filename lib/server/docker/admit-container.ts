import type Docker from "dockerode";
import type { ContainerRight } from "@/lib/shared/container-rules";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { containerPermissions, containerRightsOf } from "@/lib/server/session/container-rights";
import { askDocker } from "./ask-docker";
import { assertNotBuilding } from "./builder-container";
import { findProject } from "./compose-project";
import { nameOf } from "./list-containers";

type Asker = Pick<Actor, "isRoot" | "permissions" | "containers">;

export type Admitted = {
  /** The daemon's own: whatever is done is done to it, and not to what has the name by then. */
  id: string;
  name: string;
  inspected: Docker.ContainerInspectInfo;
};

/**
 * Asks the daemon what this container is called now, and whether the caller may do this with it. Throws docker/not-found, also for what the caller does not see;
 * auth/forbidden for what they see and may not do; docker/building for what a build runs in; what askDocker throws.
 */
export async function admitContainer(actor: Asker, id: string, right: ContainerRight | "see"): Promise<Admitted> {
  const inspected = await inspect(actor, id);
  const name = nameOf(inspected.Name);
  const rights = containerRightsOf(actor, { name, project: await projectFor(actor, inspected) });
  if (rights === null) throw new AppError("docker/not-found", { name: id });
  if (right !== "see" && !rights.has(right))
    throw new AppError("auth/forbidden", { permission: containerPermissions[right] });
  await assertNotBuilding(actor, inspected, name);
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
