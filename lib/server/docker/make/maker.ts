import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { creatorOf } from "@/lib/server/docker/created-by";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findImage } from "./own-image";

type Inspected = Pick<Docker.ContainerInspectInfo, "Config" | "Image">;
type Labels = Readonly<Record<string, string>> | null | undefined;

/** The id of who has certainly made it here without an administrator's rights; null where that is nobody. */
export async function makerOf({ Config, Image }: Inspected): Promise<string | null> {
  const creator = await creatorOf({ labels: Config.Labels, imageId: Image });
  // Nothing can be had, or done to it, for what cannot be known. But the daemon may just not have answered.
  if (creator === undefined && (await findImage(Image)) !== null) throw new AppError("docker/unknown-neighbors");
  return userIn(creator);
}

/** The id of who may have made it, for what others than administrators may not do with such a one: also of one of before whose image is gone. */
export async function likelyMakerOf({ Config, Image }: Inspected): Promise<string | null> {
  const labels = Config.Labels as Labels; // null for none, whatever the package says
  const creator = await creatorOf({ labels, imageId: Image });
  return userIn(creator === undefined ? labels?.[creatorLabel] : creator);
}

/** A token's stands behind its user. */
const userIn = (creator: string | null | undefined) => creator?.split("/")[0] ?? null;

/** Who may be told by their rights what such a container can have: who has created it, as somebody who is no administrator, or else the caller. */
export async function ownerOf(actor: Actor, inspected: Docker.ContainerInspectInfo) {
  const userId = actor.isRoot ? await makerOf(inspected) : null;
  return userId === null ? actor : { isRoot: false, userId, tokenId: null, scopes: [] };
}
