import { isWithin } from "@/lib/shared/paths";
import { patient } from "@/lib/server/base/patient";
import { isBoundFrom } from "@/lib/server/machine/bound-from";
import { ownContainerIds, placesSharedWith, realPlace } from "@/lib/server/machine/own-places";
import { getApp } from "@/lib/server/runtime/app";
import { isAdministratorsToken, type Ctx } from "@/lib/server/runtime/ctx";
import type { Mount } from "@/lib/server/storage/mounts";
import { askDocker } from "./ask-docker";
import { isBuilding } from "./builder-container";
import { isNamedSo, type Neighbor, type Neighbors, type Volume } from "./neighbors";
import { isBindWithin, isFixedPlace, type Bind } from "./reach";

export type Asker = Pick<Ctx, "actor" | "storage">;

/** What is looked up once for all containers that are judged. */
export type Judging = Pick<Asker, "storage"> & { mounts: readonly Mount[]; socket: string | null };

/** The folders of this machine by which containers are judged. */
export async function foldersOf({ actor, storage }: Asker): Promise<readonly Mount[]> {
  return isAdministratorsToken(actor) ? [] : storage.mounts();
}

/** Containers that have to do with one another: more are not judged one by one. */
const mostJudged = 500;

/**
 * Those of the wanted containers that reach further than the caller may let others reach, by themselves or by what they share: whoever is root in a container decides what
 * another one runs that reads from a volume of both, or whose processes, memory, or network are the same. `known`: one that was judged already, and is not beyond by itself.
 */
export async function findBeyond(
  judging: Judging,
  neighbors: Neighbors,
  { wanted, known }: { wanted: readonly Neighbor[]; known?: string },
): Promise<ReadonlySet<string>> {
  const related = findRelated(neighbors.containers, wanted);
  if (related.length > mostJudged) return new Set(related.map(({ id }) => id));
  const isOwn = findOwnVolumes(neighbors);
  const beyond = new Set<string>();
  for (const one of related)
    if (
      [...one.volumes.keys()].some((name) => !isOpenVolume(neighbors.volumes.get(name), { isOwn, ...judging })) ||
      (one.id !== known && (await isBeyondAlone(one, judging)))
    )
      beyond.add(one.id);
  const isDrawn = (one: Neighbor) =>
    related.some(
      (other) =>
        beyond.has(other.id) &&
        other.id !== one.id &&
        (areJoined(one, other) ||
          [...one.volumes].some(([name, { isWritable }]) => isWritable && other.volumes.has(name))),
    );
  for (let size = -1; size !== beyond.size;) {
    size = beyond.size;
    for (const one of related) if (!beyond.has(one.id) && isDrawn(one)) beyond.add(one.id);
  }
  return beyond;
}

/** Those, and all that share a volume or a namespace with one of them, and so on. */
function findRelated(all: readonly Neighbor[], wanted: readonly Neighbor[]): readonly Neighbor[] {
  const related = new Set(wanted);
  for (const one of related)
    for (const other of all)
      if (
        !related.has(other) &&
        (areJoined(one, other) || [...one.volumes.keys()].some((name) => other.volumes.has(name)))
      )
        related.add(other);
  return [...related];
}

const areJoined = (a: Neighbor, b: Neighbor) =>
  a.joins.some((asked) => isNamedSo(b, asked)) || b.joins.some((asked) => isNamedSo(a, asked));

async function isBeyondAlone(one: Neighbor, judging: Judging): Promise<boolean> {
  const { id, reach } = one;
  // Whoever is root where Filedeck runs is as much as an administrator.
  if (reach === null || ownContainerIds().has(id)) return true;
  if (await isBuilding(one)) return true;
  if (reach.binds.length === 0) return false;
  // What does not run has its folders when it starts, of what they are then.
  const process = await processOf(id);
  if (process === undefined) return true;
  for (const bind of reach.binds)
    if (bind.isWritable || !(await isOpenBind(bind, { ...judging, process }))) return true;
  return false;
}

type Bound = Judging & {
  /** Null: it does not run. */
  process: { containerId: string; pid: number } | null;
};

/** For one of many. */
const patienceMs = patient(2_000);

/** Undefined: the daemon says nothing of it for now. */
async function processOf(id: string): Promise<Bound["process"] | undefined> {
  const inspected = await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }), {
    patienceMs,
  }).catch(() => null);
  if (inspected === null) return undefined;
  const { State } = inspected;
  return State.Pid > 0 ? { containerId: id, pid: State.Pid } : null;
}

/** Whether the caller may do all that the container can do with the folder, now and whenever it starts again. */
export async function isOpenBind(bind: Bind, { storage, mounts, socket, process }: Bound): Promise<boolean> {
  return (
    isBindWithin(bind, mounts, socket) &&
    isFixedPlace(bind.source, mounts) &&
    (await isPlainPlace(bind.source, storage)) &&
    // It may be of another machine, or have been another folder when the container was started.
    (process === null || isBoundFrom({ ...process, ...bind }))
  );
}

/** Whether the caller sees a file or a folder there, and not a link or a socket. */
export async function isPlainPlace(place: string, storage: Asker["storage"]): Promise<boolean> {
  const path = storage.locate(place);
  if (path === null) return false;
  try {
    const { kind } = await storage.stat(path);
    return (kind === "folder" || kind === "file") && (await storage.placeOf(path)) === place;
  } catch {
    return false;
  }
}

/** Tells of volumes whether Filedeck's own data lie there, or its own container has them. */
export function findOwnVolumes({ containers }: Neighbors): (volume: Volume) => boolean {
  const ids = ownContainerIds();
  const had = new Set(containers.filter(({ id }) => ids.has(id)).flatMap(({ volumes }) => [...volumes.keys()]));
  const isShared = placesSharedWith(getApp().env.dataDir);
  return ({ Name, Mountpoint }) => had.has(Name) || (Mountpoint !== "" && isShared(Mountpoint));
}

/**
 * Whether a volume is one of Docker's own, and holds nothing of Filedeck's or that is kept from the caller. One with options mounts whatever they say, a folder of this
 * machine for one; of one that is not listed nobody knows.
 */
export function isOpenVolume(
  volume: Volume | undefined,
  { isOwn, mounts }: { isOwn: (volume: Volume) => boolean; mounts: readonly Mount[] },
): boolean {
  if (volume === undefined || volume.Driver !== "local" || Object.keys(volume.Options ?? {}).length > 0) return false;
  if (isOwn(volume)) return false;
  const place = realPlace(volume.Mountpoint);
  return !mounts.some((mount) => mount.access !== "write" && isWithin(mount.place, place));
}
