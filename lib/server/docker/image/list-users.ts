import { askContainers } from "@/lib/server/docker/ask-containers";
import { nameAmong } from "@/lib/server/docker/list-containers";

/** The names of the containers that use an image, by its id; also of those that do not run. */
export async function listUsers(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: containers } = await askContainers("", { all: true });
  const users = new Map<string, string[]>();
  for (const one of containers) users.set(one.ImageID, [...(users.get(one.ImageID) ?? []), nameAmong(one)]);
  return users;
}
