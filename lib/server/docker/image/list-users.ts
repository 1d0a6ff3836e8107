import type Docker from "dockerode";
import { allContainers } from "@/lib/server/docker/ask-containers";
import { nameAmong } from "@/lib/server/docker/list-containers";

type Users = ReadonlyMap<string, readonly string[]>;

/** The names of the containers that use an image, by its id; also of those that do not run. Throws docker/unknown-neighbors. */
export const listUsers = async (): Promise<Users> => usersAmong(await allContainers(""));

export function usersAmong(containers: readonly Docker.ContainerInfo[]): Users {
  const users = new Map<string, string[]>();
  for (const one of containers) users.set(one.ImageID, [...(users.get(one.ImageID) ?? []), nameAmong(one)]);
  return users;
}
