import type Docker from "dockerode";
import { isAppError } from "@/lib/shared/errors";
import { parseImageReference } from "@/lib/shared/image-reference";
import { askDocker } from "@/lib/server/docker/ask-docker";

const missing = "docker/no-image";

export type FoundImage = {
  id: string;
  created_at: number;
  digests: readonly string[];
  config: Partial<Docker.ContainerInspectInfo["Config"]>;
};

/** By id or name; null for one that is not here. */
export async function findImage(name: string): Promise<FoundImage | null> {
  try {
    const { Id, Created, RepoDigests, Config } = await askDocker(name, (docker) => docker.getImage(name).inspect(), {
      missing,
    });
    return {
      id: Id,
      created_at: Date.parse(Created) || 0,
      digests: RepoDigests ?? [],
      config: Config,
    };
  } catch (error) {
    if (isAppError(error) && error.key === missing) return null;
    throw error;
  }
}

/**
 * What to call the very image of a container by: its name where that still means this image, else its digest there, else its id. `own`: the image; null where it
 * is not here any more, and only its name is left.
 */
export async function sameImage({ Config }: Docker.ContainerInspectInfo, own: FoundImage | null): Promise<string> {
  if (own === null) return Config.Image;
  const { repository = null } = parseImageReference(Config.Image) ?? {};
  const digests = own.digests.filter((one) => repository !== null && one.startsWith(`${repository}@`));
  for (const name of [Config.Image, ...digests]) if ((await findImage(name))?.id === own.id) return name;
  return own.id;
}
