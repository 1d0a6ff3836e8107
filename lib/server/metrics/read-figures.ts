import { metricKey } from "@/lib/shared/metrics";
import type { Disk, NetworkDevice } from "@/lib/server/machine/devices";
import type { CpuTimes, SystemStat } from "@/lib/server/machine/parse-system-stat";
import type { Counters, PressureName } from "@/lib/server/machine/read-counters";

/** By the names of lib/shared/metrics.ts; what is not known is missing. */
export type Figures = Record<string, number>;

type Devices = { disks: readonly Disk[]; networks: readonly NetworkDevice[] };

/** Closer to one another, two readings say little about a rate. */
const leastSeconds = 0.2;

/** What holds at the later of two readings, rates as they were between them. A counter that has gone back began anew: its rate is not known. */
export function figuresOf(before: Counters | null, now: Counters, devices: Devices): Figures {
  const figures: Figures = { ...memoryOf(now) };
  for (const [index, minutes] of ["1", "5", "15"].entries()) {
    const load = now.load?.[index];
    if (load !== undefined) figures[metricKey("load", minutes)] = load;
  }
  const seconds = before === null ? 0 : (now.atMs - before.atMs) / 1000;
  if (before === null || seconds < leastSeconds) return figures;
  Object.assign(figures, cpuOf(before.stat, now.stat), pressureOf(before, now, seconds));
  Object.assign(figures, disksOf(before, now, { seconds, disks: devices.disks }));
  Object.assign(figures, networksOf(before, now, { seconds, networks: devices.networks }));
  return figures;
}

function memoryOf({ memory }: Counters): Figures {
  const figures: Figures = {};
  const [total, free] = [memory.get("MemTotal"), memory.get("MemFree")];
  if (total !== undefined && free !== undefined) {
    // Kernels before 3.14 do not tell what programs could still get.
    const available = memory.get("MemAvailable") ?? free + (memory.get("Cached") ?? 0) + (memory.get("Buffers") ?? 0);
    figures[metricKey("memory", "used")] = total - available;
    figures[metricKey("memory", "cached")] = Math.max(0, available - free);
  }
  const [swap, swapFree] = [memory.get("SwapTotal"), memory.get("SwapFree")];
  if (swap !== undefined && swapFree !== undefined && swap > 0) figures[metricKey("swap", "used")] = swap - swapFree;
  return figures;
}

function cpuOf(before: SystemStat | null, now: SystemStat | null): Figures {
  const figures: Figures = {};
  if (before === null || now === null) return figures;
  const all = sharesOf(before.cpu, now.cpu);
  if (all !== null) for (const [field, share] of Object.entries(all)) figures[metricKey("cpu", field)] = share;
  let busiest: number | null = null;
  for (const [number, times] of now.cores) {
    const earlier = before.cores.get(number);
    const shares = earlier === undefined ? null : sharesOf(earlier, times);
    if (shares === null) continue;
    figures[metricKey("core", "busy", String(number))] = shares.busy;
    busiest = Math.max(busiest ?? 0, shares.busy);
  }
  if (busiest !== null) figures[metricKey("cpu", "busiest")] = busiest;
  return figures;
}

/** `user` with what is run at a lower priority, `system` with interrupts, `stolen` by other guests of the same host. */
function sharesOf(before: CpuTimes, now: CpuTimes) {
  // The kernel may take back some of the time that it took for idle.
  const took = (mode: keyof CpuTimes) => Math.max(0, now[mode] - before[mode]);
  const user = took("user") + took("nice");
  const system = took("system") + took("irq") + took("softirq");
  const [wait, stolen, idle] = [took("iowait"), took("steal"), took("idle")];
  const total = user + system + wait + stolen + idle;
  if (total <= 0 || now.user < before.user || now.system < before.system) return null;
  return {
    busy: (user + system + stolen) / total,
    user: user / total,
    system: system / total,
    wait: wait / total,
    stolen: stolen / total,
  };
}

function pressureOf(before: Counters, now: Counters, seconds: number): Figures {
  const figures: Figures = {};
  const names: PressureName[] = ["cpu", "memory", "io"];
  for (const name of names) {
    const [earlier, later] = [before.pressure[name], now.pressure[name]];
    if (earlier === null || later === null || later.someSeconds < earlier.someSeconds) continue;
    figures[metricKey("pressure", name)] = Math.min(1, (later.someSeconds - earlier.someSeconds) / seconds);
  }
  return figures;
}

function disksOf(before: Counters, now: Counters, about: { seconds: number; disks: readonly Disk[] }): Figures {
  const { seconds, disks } = about;
  const names = disks.map(({ name }) => name);
  const rates = ratesOf({ before: before.disks, now: now.disks, names, seconds }, (disk) => ({
    read: disk.readBytes,
    written: disk.writtenBytes,
    busy: disk.busySeconds,
  }));
  const figures = figuresFrom("disk", rates);
  for (const name of names) {
    const key = metricKey("disk", "busy", name);
    if (figures[key] !== undefined) figures[key] = Math.min(1, figures[key]);
  }
  return { ...figures, ...sumOf("disk", ["read", "written"], [...rates.values()]) };
}

function networksOf(
  before: Counters,
  now: Counters,
  about: { seconds: number; networks: readonly NetworkDevice[] },
): Figures {
  const { seconds, networks } = about;
  const names = networks.map(({ name }) => name);
  const rates = ratesOf({ before: before.networks, now: now.networks, names, seconds }, ({ received, sent }) => ({
    received: received.bytes,
    sent: sent.bytes,
  }));
  const counted = networks.flatMap(({ name, isCounted }) => {
    const own = rates.get(name);
    return isCounted && own !== undefined ? [own] : [];
  });
  return { ...figuresFrom("net", rates), ...sumOf("net", ["received", "sent"], counted) };
}

/** Per second; null: a counter has begun anew. */
type Rates = Readonly<Record<string, number>> | null;
type Readings<T> = { before: readonly T[]; now: readonly T[]; names: readonly string[]; seconds: number };

/** Of those that both readings have. */
function ratesOf<T extends { name: string }>(
  { before, now, names, seconds }: Readings<T>,
  countersOf: (one: T) => Record<string, number>,
): Map<string, Rates> {
  const [earlier, later] = [byName(before), byName(now)];
  const rates = new Map<string, Rates>();
  for (const name of names) {
    const [a, b] = [earlier.get(name), later.get(name)];
    if (a === undefined || b === undefined) continue;
    const start = countersOf(a);
    const grown = Object.entries(countersOf(b)).map(([field, count]) => [field, count - (start[field] ?? 0)] as const);
    const isWhole = grown.every(([, more]) => more >= 0);
    rates.set(name, isWhole ? Object.fromEntries(grown.map(([field, more]) => [field, more / seconds])) : null);
  }
  return rates;
}

function figuresFrom(kind: string, rates: ReadonlyMap<string, Rates>): Figures {
  const figures: Figures = {};
  for (const [name, fields] of rates)
    for (const [field, rate] of Object.entries(fields ?? {})) figures[metricKey(kind, field, name)] = rate;
  return figures;
}

/** Nothing where one of them is not known: a sum without it would be a dip that was none. */
function sumOf(kind: string, fields: readonly string[], rates: readonly Rates[]): Figures {
  if (rates.length === 0 || rates.includes(null)) return {};
  const sum = (field: string) => rates.reduce((total, one) => total + (one?.[field] ?? 0), 0);
  return Object.fromEntries(fields.map((field) => [metricKey(kind, field), sum(field)]));
}

function byName<T extends { name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.name, one]));
}
