import type Docker from "dockerode";
import type { VolumeRow, volumeContract } from "@/lib/contracts/volume";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { mayChange } from "@/lib/server/docker/created-by";
import { nameOf } from "@/lib/server/docker/list-containers";
import type { Service } from "@/lib/server/http/service";
import { askContainers } from "@/lib/server/docker/ask-containers";
import type { Actor } from "@/lib/server/runtime/ctx";
import { readEach, type ReadRows } from "@/lib/server/runtime/read-rows";
import { knownSizes } from "./volume-sizes";

const maxText = 256;
const mostNames = 20;

/** With what decides who may change it; the contract takes that away. */
export type KnownVolume = VolumeRow & { labels: Readonly<Record<string, string>> | null };

export const listVolumes: Service<typeof volumeContract.listVolumes> = async (_, { actor }) => {
  const { rows, unreadable } = await readVolumes();
  return { volumes: rows.map(volumeSeenBy(actor)), unreadable };
};

export const volumeSeenBy =
  (actor: Actor) =>
  (volume: KnownVolume): KnownVolume => ({ ...volume, may_change: mayChange(actor, volume.labels) });

/** All of them, with their sizes as far as they are known. */
export async function readVolumes(): Promise<ReadRows<KnownVolume>> {
  const [volumes, { rows: containers }] = await Promise.all([
    askDocker("", (docker, abortSignal) => docker.listVolumes({ abortSignal })),
    askContainers("", { all: true }),
  ]);
  const usedBy = usersOf(containers);
  const sizes = knownSizes();
  return readEach("volumes", listedVolumes(volumes), (volume) => ({
    id: volume.Name,
    driver: volume.Driver.slice(0, maxText),
    created_at: timeOf(volume),
    size: sizes.get(volume.Name) ?? null,
    used_by: (usedBy.get(volume.Name) ?? []).slice(0, mostNames),
    is_anonymous: isAnonymous(volume),
    project: volume.Labels?.["com.docker.compose.project"]?.slice(0, maxText) ?? null,
    may_change: false,
    labels: volume.Labels,
  }));
}

/** Older daemons say null where there is none, whatever the package promises. */
export const listedVolumes = ({ Volumes }: { Volumes: Docker.VolumeInspectInfo[] | null }) => Volumes ?? [];

/** The names of the containers that have a volume, by its name. */
function usersOf(containers: readonly Docker.ContainerInfo[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { Id, Names, Mounts } of containers)
    for (const { Type, Name } of Mounts)
      if (Type === "volume" && Name !== undefined)
        found.set(Name, [...(found.get(Name) ?? []), nameOf(Names[0] ?? Id)]);
  return found;
}

/** Docker marks them since version 23; before, only their names told. */
export function isAnonymous({ Name, Labels }: Pick<Docker.VolumeInspectInfo, "Name" | "Labels">): boolean {
  return Object.hasOwn(Labels ?? {}, "com.docker.volume.anonymous") || /^[0-9a-f]{64}$/.test(Name);
}

/** In ms since 1970. What its description lacks is there for most drivers. */
export function timeOf(volume: object): number | null {
  const text = "CreatedAt" in volume ? volume.CreatedAt : null;
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}
