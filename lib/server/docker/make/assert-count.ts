import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { allContainers } from "@/lib/server/docker/ask-containers";
import { isOwnContainer } from "@/lib/server/docker/created-by";
import type { Actor } from "@/lib/server/runtime/ctx";

type Owner = Pick<Actor, "isRoot" | "userId" | "tokenId" | "scopes">;

/** Throws docker/too-many-containers where somebody without an administrator's rights would have too many: all of them are looked at for what others ask. `isMade`: it is among them by now. */
export async function assertCount(owner: Owner, { name, isMade }: { name: string; isMade: boolean }): Promise<void> {
  if (owner.isRoot) return;
  let count = isMade ? 0 : 1;
  for (const { Labels: labels, ImageID: imageId } of await allContainers(name))
    if (await isOwnContainer(owner, { labels, imageId })) count++;
  if (count > limits.perPerson.containers)
    throw new AppError("docker/too-many-containers", { name, count: limits.perPerson.containers });
}
