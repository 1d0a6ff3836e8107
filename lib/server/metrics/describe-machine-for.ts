import type { Machine } from "@/lib/contracts/metrics";
import type { ChannelCtx } from "@/lib/server/realtime/serve-channels";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { pickBusiest } from "./history/processes-of-minute";
import type { Known } from "./sampler";

/** By processor, and as many by memory. */
const shownProcesses = 4;

/** The caller's folders on this machine's disks, by their places. */
export type Folders = readonly { id: string; place: string }[];

export async function localFolders({ storage, actor }: Pick<ChannelCtx, "storage" | "actor">): Promise<Folders> {
  if (!actor.permissions.has("file_read")) return [];
  const roots = await storage.roots();
  return roots.filter(({ place }) => kindOfPlace(place) === "local").map(({ id, place }) => ({ id, place }));
}

/** What the figures are of, with the way to each file system for this caller. */
export function describeMachineFor({ around, counters }: Known, folders: Folders): Machine {
  const { machine } = around;
  const places = machine.fileSystems.map(({ place }) => place);
  const { stat, memory } = counters;
  return {
    ...machine,
    bootedAt: stat === null ? null : stat.bootedAtSeconds * 1000,
    memoryBytes: memory.get("MemTotal") ?? null,
    swapBytes: memory.get("SwapTotal") ?? null,
    fileSystems: machine.fileSystems.map((system) => ({ ...system, folder: folderOn(system.place, folders, places) })),
    processes: pickBusiest(around.processes, shownProcesses),
  };
}

/** The folder that the file system is mounted at or in, else one of the caller's that lies on it; null: none. */
export function folderOn(mount: string, folders: Folders, mounts: readonly string[]): string | null {
  const above = folders.find(({ place }) => isWithin(mount, place));
  if (above !== undefined)
    return [above.id, ...mount.slice(above.place.length).split("/")].filter((part) => part !== "").join("/");
  const mountOf = (place: string) =>
    mounts
      .filter((one) => isWithin(place, one))
      .reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  return folders.find(({ place }) => mountOf(place) === mount)?.id ?? null;
}

const isWithin = (place: string, folder: string) =>
  place === folder || place.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
