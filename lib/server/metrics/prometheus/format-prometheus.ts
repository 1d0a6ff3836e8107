import type { CpuTimes } from "@/lib/server/machine/parse-system-stat";
import type { Counters } from "@/lib/server/machine/read-counters";
import type { Around } from "@/lib/server/metrics/look-around";
import type { Known } from "@/lib/server/metrics/sampler";
import { createExposition, type Exposition } from "./exposition";
import { unhandled } from "@/lib/server/base/unhandled";
import { metricKey } from "@/lib/shared/metrics";

/** The current figures with the names and labels of node_exporter, so that what was made for it shows these as well. */
export function formatPrometheus(
  { counters, around }: Pick<Known, "counters" | "around">,
  { version, nowMs }: { version: string; nowMs: number },
): string {
  const out = createExposition();
  out.add("filedeck_info", "gauge", "Version of Filedeck.", [{ labels: { version }, value: 1 }]);
  out.add("filedeck_unhandled_rejections_total", "counter", "Failures inside Filedeck that nothing waited for.", [
    { value: unhandled.rejections },
  ]);
  out.add("node_time_seconds", "gauge", "System time in seconds since 1970.", [{ value: nowMs / 1000 }]);
  const { machine } = around;
  out.add("node_uname_info", "gauge", "What system this is.", [
    {
      labels: { sysname: "Linux", release: machine.kernel, machine: machine.architecture, nodename: machine.name },
      value: 1,
    },
  ]);
  addCpu(out, counters);
  addMemory(out, counters);
  addPressure(out, counters);
  addDisks(out, counters, around);
  addNetworks(out, counters);
  addFileSystems(out, around);
  addTemperatures(out, around);
  addGpus(out, around);
  return out.text();
}

const modes = {
  user: "user",
  nice: "nice",
  system: "system",
  idle: "idle",
  iowait: "iowait",
  irq: "irq",
  softirq: "softirq",
  steal: "steal",
} as const satisfies Partial<Record<keyof CpuTimes, string>>;
const guestModes = { guest: "user", guestNice: "nice" } as const satisfies Partial<Record<keyof CpuTimes, string>>;

function addCpu(out: Exposition, { stat, load }: Counters): void {
  if (stat !== null) {
    const samples = (names: Readonly<Record<string, string>>) =>
      [...stat.cores].flatMap(([cpu, times]) =>
        Object.entries(names).map(([field, mode]) => ({
          labels: { cpu: String(cpu), mode },
          value: new Map(Object.entries(times)).get(field),
        })),
      );
    out.add("node_cpu_seconds_total", "counter", "Seconds the CPUs spent in each mode.", samples(modes));
    out.add(
      "node_cpu_guest_seconds_total",
      "counter",
      "Seconds the CPUs spent in guests (VMs) for each mode.",
      samples(guestModes),
    );
    const single = (name: string, kind: "counter" | "gauge", help: string, value: number) =>
      out.add(name, kind, help, [{ value }]);
    single("node_boot_time_seconds", "gauge", "Node boot time, in unixtime.", stat.bootedAtSeconds);
    single("node_context_switches_total", "counter", "Total number of context switches.", stat.contextSwitches);
    single("node_intr_total", "counter", "Total number of interrupts serviced.", stat.interrupts);
    single("node_forks_total", "counter", "Total number of forks.", stat.forks);
    single("node_procs_running", "gauge", "Number of processes in runnable state.", stat.running);
    single("node_procs_blocked", "gauge", "Number of processes blocked waiting for I/O to complete.", stat.blocked);
  }
  for (const [index, minutes] of [1, 5, 15].entries())
    out.add(`node_load${minutes}`, "gauge", `${minutes}m load average.`, [{ value: load?.[index] }]);
}

/** All of /proc/meminfo: the parentheses of `Active(anon)` become underscores. */
function addMemory(out: Exposition, { memory }: Counters): void {
  for (const [name, value] of memory) {
    const isCount = name.startsWith("HugePages_");
    const metric = `node_memory_${name.replaceAll("(", "_").replaceAll(")", "")}${isCount ? "" : "_bytes"}`;
    out.add(metric, "gauge", `Memory information field ${name}.`, [{ value }]);
  }
}

function addPressure(out: Exposition, { pressure: { cpu, memory, io } }: Counters): void {
  const add = (name: string, help: string, value: number | null | undefined) =>
    out.add(`node_pressure_${name}_seconds_total`, "counter", help, [{ value }]);
  add("cpu_waiting", "Total time in seconds that processes have waited for CPU time.", cpu?.someSeconds);
  add("memory_waiting", "Total time in seconds that processes have waited for memory.", memory?.someSeconds);
  add(
    "memory_stalled",
    "Total time in seconds no process could make progress due to memory congestion.",
    memory?.fullSeconds,
  );
  add("io_waiting", "Total time in seconds that processes have waited due to IO congestion.", io?.someSeconds);
  add("io_stalled", "Total time in seconds no process could make progress due to IO congestion.", io?.fullSeconds);
}

function addDisks(out: Exposition, { disks }: Counters, { machine }: Around): void {
  const whole = new Set(machine.disks.map(({ name }) => name));
  const shown = disks.filter(({ name }) => whole.has(name));
  const add = (name: string, help: string, pick: (disk: (typeof shown)[number]) => number) =>
    out.add(
      `node_disk_${name}_total`,
      "counter",
      help,
      shown.map((disk) => ({ labels: { device: disk.name }, value: pick(disk) })),
    );
  add("reads_completed", "The total number of reads completed successfully.", ({ reads }) => reads);
  add("read_bytes", "The total number of bytes read successfully.", ({ readBytes }) => readBytes);
  add("read_time_seconds", "The total number of seconds spent by all reads.", ({ readSeconds }) => readSeconds);
  add("writes_completed", "The total number of writes completed successfully.", ({ writes }) => writes);
  add("written_bytes", "The total number of bytes written successfully.", ({ writtenBytes }) => writtenBytes);
  add(
    "write_time_seconds",
    "This is the total number of seconds spent by all writes.",
    ({ writeSeconds }) => writeSeconds,
  );
  add("io_time_seconds", "Total seconds spent doing I/Os.", ({ busySeconds }) => busySeconds);
  add(
    "io_time_weighted_seconds",
    "The weighted # of seconds spent doing I/Os.",
    ({ weightedSeconds }) => weightedSeconds,
  );
}

/** All of them, as node_exporter does: boards leave out themselves what they do not want. */
function addNetworks(out: Exposition, { networks }: Counters): void {
  for (const [way, word] of [
    ["received", "receive"],
    ["sent", "transmit"],
  ] as const)
    for (const [field, unit] of [
      ["bytes", "bytes"],
      ["packets", "packets"],
      ["errors", "errs"],
      ["dropped", "drop"],
    ] as const)
      out.add(
        `node_network_${word}_${unit}_total`,
        "counter",
        `Network device statistic ${word}_${unit}.`,
        networks.map((one) => ({ labels: { device: one.name }, value: one[way][field] })),
      );
}

function addFileSystems(out: Exposition, { machine, spaces }: Around): void {
  const labelled = machine.fileSystems.map(({ place, source, type, isReadOnly, isAnswering }) => ({
    labels: { device: source, fstype: type, mountpoint: place },
    space: isAnswering ? spaces.get(place) : undefined,
    isReadOnly,
    isAnswering,
  }));
  const add = (name: string, help: string, pick: (one: (typeof labelled)[number]) => number | undefined) =>
    out.add(
      `node_filesystem_${name}`,
      "gauge",
      help,
      labelled.map((one) => ({ labels: one.labels, value: pick(one) })),
    );
  add("size_bytes", "Filesystem size in bytes.", ({ space }) => space?.totalBytes);
  add("free_bytes", "Filesystem free space in bytes.", ({ space }) => space?.freeBytes);
  add("avail_bytes", "Filesystem space available to non-root users in bytes.", ({ space }) => space?.availableBytes);
  add("files", "Filesystem total file nodes.", ({ space }) => space?.files);
  add("files_free", "Filesystem total free file nodes.", ({ space }) => space?.freeFiles);
  add("readonly", "Filesystem read-only status.", ({ isReadOnly }) => Number(isReadOnly));
  add("device_error", "Whether an error occurred while getting statistics for the given device.", ({ isAnswering }) =>
    Number(!isAnswering),
  );
}

function addTemperatures(out: Exposition, { machine, figures }: Around): void {
  out.add(
    "node_hwmon_temp_celsius",
    "gauge",
    "Hardware monitor for temperature.",
    machine.sensors.map(({ id, chip }) => ({
      labels: { chip, sensor: id },
      value: figures[metricKey("temperature", "celsius", id)],
    })),
  );
}

function addGpus(out: Exposition, { machine, figures }: Around): void {
  const samples = (field: string) =>
    machine.gpus.map(({ id }) => ({ labels: { gpu: id }, value: figures[metricKey("gpu", field, id)] }));
  out.add("filedeck_gpu_busy_ratio", "gauge", "How busy the graphics card is, from 0 to 1.", samples("busy"));
  out.add("filedeck_gpu_memory_used_bytes", "gauge", "Memory of the graphics card in use.", samples("memory"));
}
