import { limits } from "@/lib/server/base/limits";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { nameAmong } from "@/lib/server/docker/list-containers";

/** The names of the containers that use an image, by its id; also of those that do not run. */
export async function listUsers(): Promise<ReadonlyMap<string, readonly string[]>> {
  const containers = await askDocker("", (docker, abortSignal) =>
    docker.listContainers({ all: true, limit: limits.containers, abortSignal }),
  );
  const users = new Map<string, string[]>();
  for (const one of containers) users.set(one.ImageID, [...(users.get(one.ImageID) ?? []), nameAmong(one)]);
  return users;
}
