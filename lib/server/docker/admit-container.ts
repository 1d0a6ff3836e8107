import type Docker from "dockerode";
import type { ContainerRight } from "@/lib/shared/container-rules";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { containerPermissions, containerRightsOf, holdsForAll } from "@/lib/server/session/container-rights";
import { askDocker } from "./ask-docker";
import { assertNotBuilding } from "./builder-container";
import { findProject } from "./compose-project";
import { isOwnContainer } from "./created-by";
import { nameOf } from "./list-containers";
import { assertNotReplaced } from "./make/replaced-names";
import { assertSpares } from "./own-container";
import { assertNoHelper } from "./own-helpers";

type Asker = Pick<Actor, "isRoot" | "permissions" | "containers" | "userId" | "tokenId" | "scopes">;
/** `change`: to administrators, and to who has created it and may manage containers. */
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
 * auth/forbidden for what they see and may not do; docker/others-shell and docker/others-container for what only who has created it may do; docker/building for what a build runs in; auth/root-only for
 * more than looking at one of Filedeck's own; what askDocker throws. `isHeld`: by the caller, who recreates it.
 */
export async function admitContainer(
  actor: Asker,
  id: string,
  right: Wanted,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Admitted> {
  const inspected = await inspect(actor, id);
  const name = nameOf(inspected.Name);
  const isOwn = await isOwnContainer(actor, { labels: inspected.Config.Labels, imageId: inspected.Image });
  const rights = containerRightsOf(actor, { name, project: await projectFor(actor, inspected), isOwn });
  if (rights === null) throw new AppError("docker/not-found", { name: id });
  const isRefused = right !== "see" && right !== "change" && !rights.has(right);
  if (isRefused && !actor.permissions.has(containerPermissions[right]))
    throw new AppError("auth/forbidden", { permission: containerPermissions[right] });
  if (!looking.has(right) && !isHeld) assertNotReplaced(name, inspected.Id);
  if (!looking.has(right)) assertNoHelper(actor, { id: inspected.Id, labels: inspected.Config.Labels });
  if (right !== "see") await assertNotBuilding(actor, inspected, name);
  if (isRefused) throw new AppError("docker/others-shell", { name });
  if (right === "change") {
    await assertSpares(actor, inspected);
    if (!actor.isRoot && !isOwn) throw new AppError("docker/others-container", { name });
  }
  return { id: inspected.Id, name, inspected };
}

/** Whether somebody with the rights of now still may. A daemon that says nothing is asked again: it throws. */
export async function mayStill(now: Asker, id: string, right: ContainerRight): Promise<boolean> {
  if (holdsForAll(now, right)) return true;
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
