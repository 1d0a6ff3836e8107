import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { peopleIn } from "@/lib/shared/tool-labels";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findProject, ownLabelsOf } from "./compose-project";

type Made = { image: string; imageId: string; labels: Readonly<Record<string, string>> | null };

/** Docker's builder makes its containers of what it has built so far, which has no name. */
const nameless = /^(?:(?:sha256:)?[0-9a-f]{64})?$/;

/**
 * Whether a step of a build may run in the container: made of an image without a name, and by nobody that is known. What is in it becomes a layer, which every later build with
 * the same step takes, an administrator's as well.
 */
export async function isBuilding({ image, imageId, labels }: Made): Promise<boolean> {
  if (!nameless.test(image)) return false;
  // What an image says of itself its containers say, too.
  if (peopleIn(await ownLabelsOf(labels, imageId)).length > 0) return false;
  return (await findProject(labels, imageId)) === null;
}

/** Throws docker/building where the container is a builder's, and the caller is no administrator. */
export async function assertNotBuilding(
  { isRoot }: Pick<Actor, "isRoot">,
  { Config, Image }: Docker.ContainerInspectInfo,
  name: string,
): Promise<void> {
  if (!isRoot && (await isBuilding({ image: Config.Image, imageId: Image, labels: Config.Labels })))
    throw new AppError("docker/building", { name });
}
