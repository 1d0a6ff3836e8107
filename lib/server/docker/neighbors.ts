import type Docker from "dockerode";
import { z } from "zod";
import { portProtocols, type ContainerSpec } from "@/lib/contracts/docker-make";
import { isAppError } from "@/lib/shared/errors";
import { patient } from "@/lib/server/base/patient";
import { allContainers } from "./ask-containers";
import { askDocker } from "./ask-docker";
import { nameAmong } from "./list-containers";
import { isHelperInUse } from "./own-helpers";
import { publishedOf } from "./published-ports";
import { reachOf, type Reach } from "./reach";
import { createVolumeFinder, type Mounted, type VolumesHad } from "./volumes-had";

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
  volumes: VolumesHad;
  /** What it publishes while it runs, by its own choice of the number, or does while it runs now; null: the daemon does not say. */
  ports: ContainerSpec["ports"] | null;
};

export type Volume = Docker.VolumeInspectInfo;
export type Neighbors = { containers: readonly Neighbor[]; volumes: ReadonlyMap<string, Volume> };

/** What of a container never changes. */
type Kept = Pick<Neighbor, "reach" | "joins" | "ports"> & {
  image: string;
  mounts: readonly Mounted[];
};

const mounted = z.object({
  Mounts: z
    .array(
      z.looseObject({ Type: z.string(), Name: z.string().nullish(), Source: z.string().nullish(), RW: z.boolean() }),
    )
    .nullish(),
});
const atOnce = 8;
/** For one of many; and how many of them may be late before no more are asked. */
const [patienceMs, mostLate] = [patient(2_000), 2 * atOnce];
/** For as long as they are there: one that is busy later is known by then. */
const kept = new Map<string, Kept>();

/** All containers and volumes of the daemon. Throws docker/unknown-neighbors where a container cannot be read. */
export async function lookAround(name: string, { usesCgroupsV1 }: { usesCgroupsV1: boolean }): Promise<Neighbors> {
  const [all, listed] = await Promise.all([
    allContainers(name),
    askDocker(name, (docker, abortSignal) => docker.listVolumes({ abortSignal })),
  ]);
  const rows = all.filter(({ Id }) => !isHelperInUse(Id));
  const volumes = new Map((listed.Volumes as Volume[] | null)?.map((volume) => [volume.Name, volume]));
  const volumesOf = createVolumeFinder(volumes.values());
  const ids = new Set(all.map(({ Id }) => Id));
  for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
  const neighborOf = async (row: Docker.ContainerInfo, patience: Patience): Promise<Neighbor | null> => {
    const facts = kept.get(row.Id) ?? (await inspect(row, patience, { usesCgroupsV1 }));
    if (facts === null) return null;
    const { mounts, ...rest } = facts;
    return {
      ...rest,
      id: row.Id,
      name: nameAmong(row),
      labels: row.Labels,
      imageId: row.ImageID,
      volumes: volumesOf(mounts),
    };
  };
  const there = (await ofEach(rows, neighborOf)).filter((one) => one !== null);
  return { containers: there, volumes };
}

type Patience = { late: number };

/** Some at once, and for each the next as soon as one is through. */
async function ofEach<T, R>(all: readonly T[], ask: (one: T, patience: Patience) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  const patience = { late: 0 };
  const left = all.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, one] of left) found[index] = await ask(one, patience);
    }),
  );
  return found;
}

/** Null: it is gone meanwhile. Of one that the daemon says nothing of, which is busy with its files, only what the list says is known: it counts as reaching further. */
async function inspect(
  row: Docker.ContainerInfo,
  patience: Patience,
  daemon: { usesCgroupsV1: boolean },
): Promise<Kept | null> {
  if (patience.late >= mostLate) return factsOfRow(row);
  try {
    const inspected = await askDocker(
      row.Id,
      (docker, abortSignal) => docker.getContainer(row.Id).inspect({ abortSignal }),
      { patienceMs },
    );
    const facts = factsOf(inspected, daemon);
    kept.set(row.Id, facts);
    return facts;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.key === "docker/not-found") return null;
    patience.late++;
    return factsOfRow(row);
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
    ports: publishedOf(HostConfig).filter(({ outside }) => outside !== null),
    mounts: mountsOf(data?.Mounts ?? []),
  };
}

function factsOfRow({ HostConfig, Image, Mounts, Ports, State }: Docker.ContainerInfo): Kept {
  const { NetworkMode = "" } = (HostConfig as { NetworkMode?: string } | undefined) ?? {};
  return {
    reach: null,
    joins: ofAnother.test(NetworkMode) ? [NetworkMode.replace(ofAnother, "")] : [],
    image: Image,
    ports: State === "running" || State === "paused" ? Ports.flatMap(portOf) : null,
    mounts: mountsOf(Mounts),
  };
}

function portOf({ IP, PrivatePort: inside, PublicPort: outside, Type }: Docker.Port): ContainerSpec["ports"] {
  const protocol = portProtocols.find((one) => one === Type);
  // The daemon leaves out what is not published.
  if (protocol === undefined || (outside as number | undefined) === undefined) return [];
  return [{ address: IP ?? "", outside, outside_last: null, inside, protocol }];
}

type AnyMount = { Type: string; Name?: string | null | undefined; Source?: string | null | undefined; RW: boolean };

const mountsOf = (mounts: readonly AnyMount[]): Mounted[] =>
  mounts.map(({ Type, Name, Source, RW }) => ({
    volume: Type === "bind" ? null : (Name ?? null),
    source: Type === "bind" ? (Source ?? "") : "",
    isWritable: RW,
  }));

/** Whether a container is the one that another names: by its id, the beginning of that, or its name. */
export const isNamedSo = ({ id, name }: Pick<Neighbor, "id" | "name">, asked: string): boolean =>
  id === asked || name === asked || (asked.length >= 12 && id.startsWith(asked));
