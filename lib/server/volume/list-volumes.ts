import type Docker from "dockerode";
import type { VolumeRow, volumeContract } from "@/lib/contracts/volume";
import { limits } from "@/lib/server/base/limits";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { nameOf } from "@/lib/server/docker/list-containers";
import type { Service } from "@/lib/server/http/service";
import { knownSizes } from "./volume-sizes";

const maxText = 256;
const mostNames = 20;

export const listVolumes: Service<typeof volumeContract.listVolumes> = async () => ({ volumes: await readVolumes() });

/** All of them, with their sizes as far as they are known. */
export async function readVolumes(): Promise<VolumeRow[]> {
  const [volumes, containers] = await Promise.all([
    askDocker("", (docker, abortSignal) => docker.listVolumes({ abortSignal })),
    askDocker("", (docker, abortSignal) => docker.listContainers({ all: true, limit: limits.containers, abortSignal })),
  ]);
  const usedBy = usersOf(containers);
  const sizes = knownSizes();
  return volumes.Volumes.map((volume) => ({
    id: volume.Name,
    driver: volume.Driver.slice(0, maxText),
    created_at: timeOf(volume),
    size: sizes.get(volume.Name) ?? null,
    used_by: (usedBy.get(volume.Name) ?? []).slice(0, mostNames),
    is_anonymous: isAnonymous(volume),
    project: volume.Labels?.["com.docker.compose.project"]?.slice(0, maxText) ?? null,
  }));
}

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
