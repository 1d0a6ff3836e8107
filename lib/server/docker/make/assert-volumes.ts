import { AppError } from "@/lib/shared/errors";
import { findBeyond, findOwnVolumes, foldersOf, isOpenVolume, type Asker } from "@/lib/server/docker/beyond";
import { findProject } from "@/lib/server/docker/compose-project";
import { createdBy, isCreator } from "@/lib/server/docker/created-by";
import { keptNames } from "@/lib/server/docker/kept-names";
import { isHelper } from "@/lib/server/docker/own-helpers";
import { isNamedSo, lookAround, type Neighbor, type Neighbors } from "@/lib/server/docker/neighbors";
import { containerRightsOf } from "@/lib/server/session/container-rights";

type Daemon = { socket: string | null; usesCgroupsV1: boolean };

/** Volumes that are made with a container, and what is to be known of them later. */
export type NewVolumes = { names: ReadonlySet<string>; labels: Readonly<Record<string, string>> };

/**
 * Throws docker/others-volume where somebody without an administrator's rights may not have these volumes in a container: what is in a volume is for whoever made
 * it, and for who may open a shell in a container that has it already; and no container that reaches further may have it beside theirs.
 */
export async function assertVolumes(
  { actor, storage }: Asker,
  { name, volumes, daemon }: { name: string; volumes: readonly string[]; daemon: Daemon },
): Promise<NewVolumes> {
  const asked = [...new Set(volumes)];
  const [first] = asked;
  const labels = createdBy(actor);
  if (first === undefined) return { names: new Set(), labels };
  const refuse = (volume: string) => new AppError("docker/others-volume", { name, volume });
  const neighbors = await lookAround(name, daemon);
  if (neighbors === null) throw refuse(first);
  const judging = { storage, mounts: await foldersOf({ actor, storage }), socket: daemon.socket };
  const isOwn = findOwnVolumes(neighbors);
  const { volumes: reserved } = await keptNames();
  const names = new Set<string>();
  for (const volume of asked) {
    const there = neighbors.volumes.get(volume);
    // A stack that an administrator has approved would take one of its name for its own.
    if (there === undefined && reserved.has(volume)) throw refuse(volume);
    if (there === undefined) names.add(volume);
    else {
      if (!isOpenVolume(there, { isOwn, ...judging })) throw refuse(volume);
      const users = neighbors.containers.filter((one) => one.volumes.has(volume));
      const isMine = isCreator(actor, there.Labels);
      const areOpen = await findOpen({ actor, neighbors, users, judging });
      if (areOpen === null || (!isMine && !areOpen)) throw refuse(volume);
    }
  }
  return { names, labels };
}

/**
 * Throws docker/root-settings where a container that is made anew would be told the environment of one that the caller may not look into: that is what a link of the
 * default network brings.
 */
export async function assertLinks(
  { actor, storage }: Asker,
  { name, links, daemon }: { name: string; links: readonly string[]; daemon: Daemon },
): Promise<void> {
  if (links.length === 0) return;
  const neighbors = await lookAround(name, daemon);
  const judging = { storage, mounts: await foldersOf({ actor, storage }), socket: daemon.socket };
  const linked = links.map((link) => link.replace(/^\//, "").split(":")[0] ?? "");
  const users = neighbors?.containers.filter((one) => linked.some((asked) => isNamedSo(one, asked))) ?? [];
  if (neighbors === null || users.length < linked.length) throw new AppError("docker/root-settings", { name });
  for (const one of users)
    if ((await findOpen({ actor, neighbors, users: [one], judging })) !== true)
      throw new AppError("docker/root-settings", { name });
}

type Users = {
  actor: Asker["actor"];
  neighbors: Neighbors;
  users: readonly Neighbor[];
  judging: Parameters<typeof findBeyond>[0];
};

/** Whether the caller may open a shell in one of these at least; null: one of them reaches further than they may. */
async function findOpen({ actor, neighbors, users, judging }: Users): Promise<boolean | null> {
  const beyond = await findBeyond(judging, neighbors, { wanted: users });
  if (users.some(({ id }) => beyond.has(id))) return null;
  for (const { id, isPlanned, name, labels, imageId } of users) {
    if (isPlanned || isHelper({ id, labels })) continue;
    const project = await findProject(labels, imageId);
    if (containerRightsOf(actor, { name, project })?.has("shell") === true) return true;
  }
  return false;
}
