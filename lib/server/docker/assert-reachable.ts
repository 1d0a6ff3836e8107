import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { isBoundFrom } from "@/lib/server/process/container-process";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { askDocker } from "./ask-docker";
import { isBindWithin, isFixedPlace, reachOf, type Bind } from "./reach";

type Asker = Pick<Ctx, "actor" | "storage">;

type Reached = {
  name: string;
  /** Whether programs run in it: whoever is root there can leave a set-user-id file or a device in any folder that is bound for writing. */
  hasPrograms: boolean;
};

/** Throws docker/root-only where a shell in the container, or who writes its files, could reach more of this machine than the caller may. */
export async function assertReachable(
  { actor, storage }: Asker,
  inspected: Docker.ContainerInspectInfo,
  { name, hasPrograms }: Reached,
): Promise<void> {
  if (actor.isRoot) return;
  const { socket, usesCgroupsV1 } = await findDaemon(name);
  const reach = reachOf(inspected, { usesCgroupsV1 });
  if (reach === null) throw new AppError("docker/root-only", { name });
  const mounts = await storage.mounts();
  const { Id, State } = inspected;
  const isAllowed = async (bind: Bind) =>
    !(hasPrograms && bind.isWritable) &&
    isBindWithin(bind, mounts, socket) &&
    isFixedPlace(bind.source, mounts) &&
    (await isPlainPlace(bind.source, storage)) &&
    // It may be of another machine, or have been another folder when the container was started.
    isBoundFrom({ containerId: Id, pid: State.Pid, ...bind });
  for (const bind of reach.binds) if (!(await isAllowed(bind))) throw new AppError("docker/root-only", { name });
  for (const volume of reach.volumes) {
    const { Options } = await askDocker(name, (docker, abortSignal) =>
      docker.getVolume(volume).inspect({ abortSignal }),
    );
    // A volume with options mounts whatever they say, a folder of this machine for one.
    if (Object.keys(Options ?? {}).length > 0) throw new AppError("docker/root-only", { name });
  }
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

/** Whether the caller sees a file or a folder there, and not a link or a socket. */
export async function isPlainPlace(place: string, storage: Asker["storage"]): Promise<boolean> {
  const path = storage.locate(place);
  if (path === null) return false;
  try {
    const { kind } = await storage.stat(path);
    return (kind === "folder" || kind === "file") && (await storage.placeOf(path)) === place;
  } catch {
    return false;
  }
}
