import type Docker from "dockerode";
import { z } from "zod";
import { isWithin } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { isAppError } from "@/lib/shared/errors";
import { realPlace } from "@/lib/server/machine/own-places";
import { askContainers } from "./ask-containers";
import { askDocker } from "./ask-docker";
import { nameAmong } from "./list-containers";
import { isHelperInUse } from "./own-helpers";
import { reachOf, type Reach } from "./reach";

/** What a container shares with others, and how far it reaches apart from that. */
export type Neighbor = {
  id: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  imageId: string;
  /** By which name it was made. */
  image: string;
  reach: Reach | null;
  /** Containers whose processes, memory, or network it has, as the daemon names them. */
  joins: readonly string[];
  /** The volumes that it has, also where it has them as folders, and whether it can write them. */
  volumes: ReadonlyMap<string, { isWritable: boolean }>;
};

export type Volume = Docker.VolumeInspectInfo;
export type Neighbors = { containers: readonly Neighbor[]; volumes: ReadonlyMap<string, Volume> };

/** What of a container never changes. */
type Kept = Pick<Neighbor, "reach" | "joins"> & {
  image: string;
  mounts: readonly { volume: string | null; source: string; isWritable: boolean }[];
};

const mounted = z.object({
  Mounts: z
    .array(
      z.looseObject({ Type: z.string(), Name: z.string().nullish(), Source: z.string().nullish(), RW: z.boolean() }),
    )
    .nullish(),
});
const atOnce = 8;
const mostKept = 2 * limits.containers;
const kept = new Map<string, Kept>();

/** All containers and volumes of the daemon. Null: there are more than can be looked at, or some that cannot be read. */
export async function lookAround(
  name: string,
  { usesCgroupsV1 }: { usesCgroupsV1: boolean },
): Promise<Neighbors | null> {
  const [{ rows: all, unreadable }, listed] = await Promise.all([
    askContainers(name, { all: true }),
    askDocker(name, (docker, abortSignal) => docker.listVolumes({ abortSignal })),
  ]);
  if (unreadable > 0 || all.length >= limits.containers) return null;
  const rows = all.filter(({ Id }) => !isHelperInUse(Id));
  const volumes = new Map((listed.Volumes as Volume[] | null)?.map((volume) => [volume.Name, volume]));
  const byPlace = new Map([...volumes.values()].map(({ Name, Mountpoint }) => [Mountpoint, Name]));
  if (kept.size > mostKept) kept.clear();
  const found: (Neighbor | null)[] = [];
  for (let next = 0; next < rows.length; next += atOnce)
    found.push(
      ...(await Promise.all(
        rows.slice(next, next + atOnce).map(async (row): Promise<Neighbor | null> => {
          const facts = kept.get(row.Id) ?? (await inspect(row.Id, { usesCgroupsV1 }));
          if (facts === null) return null;
          const { reach, joins, image, mounts } = facts;
          return {
            id: row.Id,
            name: nameAmong(row),
            labels: row.Labels,
            imageId: row.ImageID,
            image,
            reach,
            joins,
            volumes: volumesOf(mounts, byPlace),
          };
        }),
      )),
    );
  return { containers: found.filter((one) => one !== null), volumes };
}

/** Null: it is gone meanwhile. */
async function inspect(id: string, daemon: { usesCgroupsV1: boolean }): Promise<Kept | null> {
  try {
    const inspected = await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
    const facts = factsOf(inspected, daemon);
    kept.set(id, facts);
    return facts;
  } catch (error) {
    if (isAppError(error) && error.key === "docker/not-found") return null;
    throw error;
  }
}

const ofAnother = /^container:/;

function factsOf(inspected: Docker.ContainerInspectInfo, daemon: { usesCgroupsV1: boolean }): Kept {
  const { HostConfig, Config } = inspected;
  const { NetworkMode = "", PidMode = "", IpcMode = "" } = HostConfig;
  const joins = [NetworkMode, PidMode, IpcMode].filter((mode) => ofAnother.test(mode));
  const alone = (mode: string, instead: string) => (ofAnother.test(mode) ? instead : mode);
  // Whom it joins is looked at as well: what is asked here is what it has beside that.
  const host = {
    ...HostConfig,
    NetworkMode: alone(NetworkMode, "none"),
    PidMode: alone(PidMode, ""),
    IpcMode: alone(IpcMode, "private"),
  };
  const { success, data } = mounted.safeParse(inspected);
  return {
    reach: success ? reachOf({ ...inspected, HostConfig: host }, daemon) : null,
    joins: [...new Set(joins.map((mode) => mode.replace(ofAnother, "")))],
    image: Config.Image,
    mounts: (data?.Mounts ?? []).map(({ Type, Name, Source, RW }) => ({
      volume: Type === "bind" ? null : (Name ?? null),
      source: Type === "bind" ? realPlace(Source ?? "") : "",
      isWritable: RW,
    })),
  };
}

/** A folder that lies in a volume is that volume by another name. */
function volumesOf(mounts: Kept["mounts"], byPlace: ReadonlyMap<string, string>): Neighbor["volumes"] {
  const found = new Map<string, { isWritable: boolean }>();
  for (const { volume, source, isWritable } of mounts) {
    const name = volume ?? (source === "" ? null : volumeAt(source, byPlace));
    if (name !== null) found.set(name, { isWritable: isWritable || found.get(name)?.isWritable === true });
  }
  return found;
}

function volumeAt(source: string, byPlace: ReadonlyMap<string, string>): string | null {
  for (const [place, name] of byPlace) if (place !== "" && isWithin(source, place)) return name;
  return null;
}

/** Whether a container is the one that another names: by its id, the beginning of that, or its name. */
export const isNamedSo = ({ id, name }: Pick<Neighbor, "id" | "name">, asked: string): boolean =>
  id === asked || name === asked || (asked.length >= 12 && id.startsWith(asked));
