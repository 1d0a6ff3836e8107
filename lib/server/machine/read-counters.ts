import type { KernelFiles } from "./kernel-files";
import { parseDiskstats, type DiskCounters } from "./parse-diskstats";
import { parseMeminfo } from "./parse-meminfo";
import { parseNetDev, type NetworkCounters } from "./parse-net-dev";
import { parsePressure, type Pressure } from "./parse-pressure";
import { parseSystemStat, type SystemStat } from "./parse-system-stat";

const pressures = ["cpu", "memory", "io"] as const;
export type PressureName = (typeof pressures)[number];

/** What the kernel has counted so far. Null and empty: this machine or container does not tell. */
export type Counters = {
  /** Of a clock that only goes forward; from the start of this process. */
  atMs: number;
  stat: SystemStat | null;
  /** In bytes, by the names of /proc/meminfo. */
  memory: ReadonlyMap<string, number>;
  /** Over 1, 5 and 15 minutes. */
  load: readonly [number, number, number] | null;
  pressure: Readonly<Record<PressureName, Pressure | null>>;
  /** Partitions as well. */
  disks: readonly DiskCounters[];
  networks: readonly NetworkCounters[];
};

export function readCounters(files: KernelFiles): Counters {
  const read = (name: string) => files.read(`/proc/${name}`) ?? "";
  const pressure = (name: PressureName) => parsePressure(read(`pressure/${name}`));
  return {
    atMs: performance.now(),
    stat: parseSystemStat(read("stat")),
    memory: parseMeminfo(read("meminfo")),
    load: parseLoad(read("loadavg")),
    pressure: { cpu: pressure("cpu"), memory: pressure("memory"), io: pressure("io") },
    disks: parseDiskstats(read("diskstats")),
    networks: parseNetDev(read("net/dev")),
  };
}

/** /proc/loadavg. */
function parseLoad(text: string): Counters["load"] {
  const [one, five, fifteen] = text.split(" ", 3).map(Number);
  return one === undefined || five === undefined || fifteen === undefined ? null : [one, five, fifteen];
}
