import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { patient } from "@/lib/server/base/patient";
import type { Actor } from "@/lib/server/runtime/ctx";
import { askDocker } from "./ask-docker";
import { findProject } from "./compose-project";
import { creatorOf } from "./created-by";

type Inspected = Docker.ContainerInspectInfo;
type Made = { id: string; image: string; imageId: string; labels: Readonly<Record<string, string>> | null };

/** Docker's builder makes its containers of what it has built so far, which has no name. */
const nameless = /^(?:(?:sha256:)?[0-9a-f]{64})?$/;
/** For one of many. */
const patienceMs = patient(2_000);
const mostKnown = 2_000;

/** Whether it is a builder's never changes. */
const known = new Map<string, boolean>();

/**
 * Whether a step of a build may run in the container: made as Docker's builder makes its own, and by nobody that is known. What is in it becomes a layer, which every later
 * build with the same step takes, an administrator's as well.
 */
export async function isBuilding({ id, image, ...made }: Made): Promise<boolean> {
  return nameless.test(image) && (await isBuildersById(id)) && isNobodys(made);
}

/** Throws docker/building where the container is a builder's, and the caller is no administrator. */
export async function assertNotBuilding(
  { isRoot }: Pick<Actor, "isRoot">,
  inspected: Inspected,
  name: string,
): Promise<void> {
  if (isRoot || !isBuilders(inspected)) return;
  if (await isNobodys({ imageId: inspected.Image, labels: inspected.Config.Labels }))
    throw new AppError("docker/building", { name });
}

async function isNobodys({ labels, imageId }: Pick<Made, "labels" | "imageId">): Promise<boolean> {
  // What an image says of itself its containers say, too.
  if (typeof (await creatorOf({ labels, imageId })) === "string") return false;
  return (await findProject(labels, imageId)) === null;
}

async function isBuildersById(id: string): Promise<boolean> {
  const before = known.get(id);
  if (before !== undefined) return before;
  try {
    const inspected = await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }), {
      patienceMs,
    });
    if (known.size >= mostKnown) known.clear();
    known.set(id, isBuilders(inspected));
    return isBuilders(inspected);
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Of what the daemon says nothing it may be one.
    return error.key !== "docker/not-found";
  }
}

/**
 * The builder lets its containers write no log, whatever is usual at the daemon, and gives them no folders, ports, or rights; nothing of that can be changed later. One that an
 * administrator runs by the id of its image is made otherwise.
 */
function isBuilders({ Config, HostConfig }: Inspected): boolean {
  if (!nameless.test(Config.Image)) return false;
  const { LogConfig, Binds, Mounts, PortBindings, AutoRemove, Privileged, CapAdd } =
    HostConfig as Partial<Docker.HostConfig>; // a daemon may leave any of it out
  const isEmpty = (value: object | null | undefined) => Object.keys(value ?? {}).length === 0;
  return (
    (LogConfig?.Type ?? "none") === "none" &&
    [Binds, Mounts, PortBindings, CapAdd as string[] | null | undefined].every(isEmpty) &&
    AutoRemove !== true &&
    Privileged !== true
  );
}
