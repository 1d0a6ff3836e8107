import { AppError } from "@/lib/shared/errors";
import { imagePrefix } from "@/lib/shared/image-namespace";
import { parseImageReference, repositoryOf } from "@/lib/shared/image-reference";
import { findImage } from "@/lib/server/docker/make/own-image";
import type { Actor } from "@/lib/server/runtime/ctx";

type Namer = Pick<Actor, "isRoot" | "userId" | "username">;

/**
 * Throws docker/own-names where somebody without an administrator's rights would give an image a name that is not one of their own: what is run by a name, or
 * built on it, is whatever has it then.
 */
export function assertName({ isRoot, userId, username }: Namer, reference: string): void {
  if (isRoot) return;
  const prefix = imagePrefix({ id: userId ?? "", username });
  if (!reference.startsWith(prefix)) throw new AppError("docker/own-names", { name: reference, text: prefix });
}

/**
 * Throws docker/kept-name where what somebody without an administrator's rights pulls would take its name from an image that is not of the same registry and repository: from one
 * that was made here.
 */
export async function assertPull({ isRoot }: Pick<Actor, "isRoot">, reference: string): Promise<void> {
  // What is pulled by its digest gets no other name.
  if (isRoot || parseImageReference(reference)?.digest !== null) return;
  const here = await findImage(reference);
  const own = repositoryOf(reference);
  if (here !== null && !here.digests.some((digest) => repositoryOf(digest) === own))
    throw new AppError("docker/kept-name", { name: reference });
}
