import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { ownContainerIds } from "@/lib/server/machine/own-places";
import { askDocker } from "./ask-docker";
import { findBeyond, foldersOf, isOpenBind, type Asker } from "./beyond";
import { lookAround } from "./neighbors";
import { reachOf, type Bind } from "./reach";

type Reached = {
  name: string;
  /** Whether programs run in it: whoever is root there can leave a set-user-id file or a device in any folder that is bound for writing. */
  hasPrograms: boolean;
};

/** Throws docker/root-only where a shell in the container, or who writes its files, could reach more of this machine than the caller may; what lookAround throws. */
export async function assertReachable(
  { actor, storage }: Asker,
  inspected: Docker.ContainerInspectInfo,
  { name, hasPrograms }: Reached,
): Promise<void> {
  if (actor.isRoot) return;
  const refuse = () => new AppError("docker/root-only", { name });
  const { socket, usesCgroupsV1 } = await findDaemon(name);
  const reach = reachOf(inspected, { usesCgroupsV1 });
  if (reach === null || ownContainerIds().has(inspected.Id)) throw refuse();
  const judging = { storage, mounts: await foldersOf({ actor, storage }), socket };
  const { Id, State } = inspected;
  const process = { containerId: Id, pid: State.Pid };
  const isAllowed = async (bind: Bind) =>
    !(hasPrograms && bind.isWritable) && (await isOpenBind(bind, { ...judging, process }));
  for (const bind of reach.binds) if (!(await isAllowed(bind))) throw refuse();
  const neighbors = await lookAround(name, { usesCgroupsV1 });
  const wanted = neighbors.containers.filter(({ id }) => id === Id);
  if (wanted.length === 0) throw refuse();
  if ((await findBeyond(judging, neighbors, { wanted, known: Id })).has(Id)) throw refuse();
}

/** What of the daemon decides how far its containers reach. `socket`: null where it is not known. */
export async function findDaemon(name: string): Promise<{ socket: string | null; usesCgroupsV1: boolean }> {
  // What the package leaves untyped. Without DOCKER_HOST there is no path yet, but a function that looks for the usual one.
  const { info, socket } = await askDocker(name, async (docker) => ({
    info: (await docker.info()) as { CgroupVersion?: string },
    socket: (docker.modem as { socketPath?: unknown }).socketPath,
  }));
  return { socket: typeof socket === "string" ? socket : null, usesCgroupsV1: info.CgroupVersion === "1" };
}
