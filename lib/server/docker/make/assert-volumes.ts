import { AppError } from "@/lib/shared/errors";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { findBeyond, findOwnVolumes, foldersOf, isOpenVolume, type Asker } from "@/lib/server/docker/beyond";
import { createdBy, isCreator } from "@/lib/server/docker/created-by";
import { assertFewAmong } from "@/lib/server/docker/few-volumes";
import { keptNames } from "@/lib/server/docker/kept-names";
import { lookAround } from "@/lib/server/docker/neighbors";

type Daemon = { socket: string | null; usesCgroupsV1: boolean };

type Wanted = {
  name: string;
  volumes: readonly string[];
  /** What the container that is made anew has had: those without a name say of nobody that they are theirs. */
  had: ReadonlySet<string>;
  daemon: Daemon;
};

/** Volumes that are made with a container, and what is to be known of them later. */
export type NewVolumes = { names: ReadonlySet<string>; labels: Readonly<Record<string, string>> };
/** What was judged of a container. */
export type Judged = NewVolumes & {
  /** The daemon finds its network by this id, and not by a name; null: by its name. */
  networkId: string | null;
  /** The ids of others that are known by their names alone. */
  otherNetworks: ReadonlyMap<string, string>;
  /** For when the container is there, and has not started: throws docker/others-volume where a volume that it has got by its name is somebody else's by now, and what assertPorts throws. */
  assertStill: () => Promise<void>;
};

export const unjudged: Judged = {
  names: new Set(),
  labels: {},
  networkId: null,
  otherNetworks: new Map(),
  assertStill: () => Promise.resolve(),
};

/**
 * Throws docker/others-volume where somebody without an administrator's rights may not have these volumes in a container: they have created them, and no container that reaches
 * further has one beside theirs. And what assertFewVolumes throws.
 */
export async function assertVolumes(
  { actor, storage }: Asker,
  { name, volumes, had, daemon }: Wanted,
): Promise<NewVolumes> {
  const asked = [...new Set(volumes)];
  const labels = createdBy(actor);
  if (asked.length === 0) return { names: new Set(), labels };
  const refuse = (volume: string) => new AppError("docker/others-volume", { name, volume });
  const neighbors = await lookAround(name, daemon);
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
      const isTheirs = had.has(volume) || isCreator(actor, there.Labels);
      if (!isTheirs || !isOpenVolume(there, { isOwn, ...judging })) throw refuse(volume);
      const users = neighbors.containers.filter((one) => one.volumes.has(volume));
      const beyond = await findBeyond(judging, neighbors, { wanted: users });
      if (users.some(({ id }) => beyond.has(id))) throw refuse(volume);
    }
  }
  if (names.size > 0) assertFewAmong(actor, { volumes: [...neighbors.volumes.values()], more: names.size });
  return { names, labels };
}

/** Throws docker/others-volume where one of these is not the caller's, or has become a name of an approved stack's. `names`: those that were not there. */
export async function assertOwnVolumes(
  actor: Asker["actor"],
  { name, volumes, names }: { name: string; volumes: readonly string[]; names: ReadonlySet<string> },
): Promise<void> {
  const { volumes: reserved } = await keptNames();
  for (const volume of volumes) {
    const { Labels } = await askDocker(volume, (docker) => docker.getVolume(volume).inspect());
    if (!isCreator(actor, Labels) || (names.has(volume) && reserved.has(volume)))
      throw new AppError("docker/others-volume", { name, volume });
  }
}
