import type { BusyProcess, Machine } from "@/lib/contracts/metrics";
import { metricKey } from "@/lib/shared/metrics";
import { findDisks, findNetworks } from "@/lib/server/machine/devices";
import { describeMachine } from "@/lib/server/machine/describe-machine";
import { pickFileSystems } from "@/lib/server/machine/file-systems";
import { readDrmGpus, readNvidiaGpus, type Gpu } from "@/lib/server/machine/gpus";
import { readLogins } from "@/lib/server/machine/logins";
import { listProcesses } from "@/lib/server/machine/processes/list-processes";
import type { Process } from "@/lib/server/machine/processes/read-processes";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { usedOf, usedShare } from "@/lib/shared/volume-use";
import { createSpaceReader, type Space } from "@/lib/server/machine/read-space";
import { findSensors, readTemperatures, type Sensor } from "@/lib/server/machine/temperatures";
import { textOf } from "@/lib/server/machine/text-file";
import { pickBusiest } from "./history/processes-of-minute";
import type { Figures } from "./read-figures";

/** Without what is told from the counters, and what each viewer is told for themselves. */
export type Around = {
  machine: Omit<Machine, "bootedAt" | "memoryBytes" | "swapBytes" | "fileSystems" | "processes"> & {
    fileSystems: readonly Omit<Machine["fileSystems"][number], "folder">[];
  };
  /** Those that take most. */
  processes: readonly BusyProcess[];
  spaces: ReadonlyMap<string, Space>;
  figures: Figures;
};

/** Which sensors there are changes with the hardware alone. */
const sensorsEveryMs = 300_000;
/** By processor, and as many by memory. */
const mostProcesses = 8;
/** A process of its own each time, and while nobody looks the card may sleep. */
const nvidiaEveryMs = { watched: 10_000, alone: 60_000 };

/** What takes longer to ask than the kernel's counters, and changes more slowly: room on disks, temperatures, cards, people. */
export function createSurroundings() {
  const readSpaces = createSpaceReader();
  const fixed = describeMachine();
  let sensors: { list: readonly Sensor[]; atMs: number } | null = null;
  let nvidia: { list: readonly Gpu[]; atMs: number } | null = null;

  async function sensorsNow(nowMs: number): Promise<readonly Sensor[]> {
    if (sensors === null || nowMs >= sensors.atMs + sensorsEveryMs)
      sensors = { list: await findSensors(), atMs: nowMs };
    return sensors.list;
  }

  async function gpusNow(nowMs: number, isWatched: boolean): Promise<readonly Gpu[]> {
    const everyMs = isWatched ? nvidiaEveryMs.watched : nvidiaEveryMs.alone;
    // A little early rather than one round late.
    if (nvidia === null || nowMs >= nvidia.atMs + everyMs - 1_000)
      nvidia = { list: await readNvidiaGpus(), atMs: nowMs };
    return [...(await readDrmGpus()), ...nvidia.list];
  }

  async function fileSystemsNow() {
    const systems = pickFileSystems(parseMounts((await textOf("/proc/self/mountinfo")) ?? ""));
    const spaces = await readSpaces(systems);
    return systems.flatMap(({ place, type, source, isReadOnly }) => {
      const { space = null, isAnswering = false } = spaces.get(place) ?? {};
      // Some are there to be looked through only, and have no size.
      return space?.totalBytes === 0 ? [] : [{ place, type, source, isReadOnly, isAnswering, space }];
    });
  }

  return async function lookAround(isWatched: boolean): Promise<Around> {
    const nowMs = performance.now();
    const [own, disks, networks, fileSystems, found, gpus, logins, processes] = await Promise.all([
      fixed,
      findDisks(),
      findNetworks(),
      fileSystemsNow(),
      sensorsNow(nowMs),
      gpusNow(nowMs, isWatched),
      readLogins(),
      listProcesses("metrics"),
    ]);
    const temperatures = await readTemperatures(found);
    const figures: Figures = {};
    for (const { place, space, isAnswering } of fileSystems)
      if (space !== null && isAnswering) Object.assign(figures, spaceOf(place, space));
    for (const [id, celsius] of temperatures) figures[metricKey("temperature", "celsius", id)] = celsius;
    for (const { id, busy, usedBytes, celsius } of gpus) {
      if (busy !== null) figures[metricKey("gpu", "busy", id)] = busy;
      if (usedBytes !== null) figures[metricKey("gpu", "memory", id)] = usedBytes;
      if (celsius !== null) figures[metricKey("temperature", "celsius", id)] = celsius;
    }
    const hot = gpus.filter(({ celsius }) => celsius !== null);
    return {
      machine: {
        ...own,
        disks,
        networks,
        fileSystems: fileSystems.map(({ space, ...system }) => ({
          ...system,
          totalBytes: space?.totalBytes ?? null,
          availableBytes: space?.availableBytes ?? null,
        })),
        sensors: [
          ...found.map(({ id, chip, label, highCelsius }) => ({ id, chip, label, highCelsius })),
          ...hot.map(({ id, name }) => ({ id, chip: id, label: name, highCelsius: null })),
        ],
        gpus: gpus.map(({ id, name, totalBytes }) => ({ id, name, totalBytes })),
        logins,
      },
      processes: pickBusiest(processes.flatMap(busyOf), mostProcesses),
      spaces: new Map(fileSystems.flatMap(({ place, space }) => (space === null ? [] : [[place, space]]))),
      figures,
    };
  };
}

function spaceOf(place: string, { totalBytes, freeBytes, availableBytes, files, freeFiles }: Space): Figures {
  const share = usedShare({ used: usedOf({ total: totalBytes, free: freeBytes }), available: availableBytes });
  const used = { [metricKey("fs", "used", place)]: share ?? 0 };
  // Some file systems make inodes as they are needed, and have no number of them.
  return files > 0 ? { ...used, [metricKey("fs", "inodes", place)]: (files - freeFiles) / files } : used;
}

/** With the first look nothing is known of what it has used. */
function busyOf({ pid, name, cpu, memoryBytes, container }: Process): BusyProcess[] {
  return cpu === null ? [] : [{ pid, name, cpu: cpu / 100, memoryBytes, container }];
}
