import { parseImageReference } from "@/lib/shared/image-reference";
import { askDocker } from "@/lib/server/docker/ask-docker";

/** Throws docker/no-image. */
export async function giveName(id: string, reference: string): Promise<void> {
  const { repository, tag } = parseImageReference(reference) ?? { repository: reference, tag: null };
  await askDocker(reference, (docker) => docker.getImage(id).tag({ repo: repository, tag: tag ?? "latest" }), {
    missing: "docker/no-image",
  });
}
