import { ticksPerSecond } from "./clock";

/** In seconds since the start of the machine; what guests took is in `user` and `nice` as well. */
export type CpuTimes = Record<(typeof cpuModes)[number], number>;

/** The columns of a line, proc_stat(5). */
const cpuModes = ["user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal", "guest", "guestNice"] as const;

export type SystemStat = {
  cpu: CpuTimes;
  /** By their numbers; those that are switched off are missing. */
  cores: ReadonlyMap<number, CpuTimes>;
  bootedAtSeconds: number;
  contextSwitches: number;
  interrupts: number;
  forks: number;
  running: number;
  blocked: number;
};

/** /proc/stat; null for a text that has no line of all processors. */
export function parseSystemStat(text: string): SystemStat | null {
  let cpu: CpuTimes | null = null;
  const cores = new Map<number, CpuTimes>();
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const end = line.indexOf(" ");
    const name = line.slice(0, end);
    if (name === "cpu") cpu = parseTimes(line);
    else if (name.startsWith("cpu")) cores.set(Number(name.slice(3)), parseTimes(line));
    // The line of interrupts has one column for each of them after the sum.
    else if (end > 0) counts.set(name, Number.parseInt(line.slice(end + 1), 10));
  }
  if (cpu === null) return null;
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    cpu,
    cores,
    bootedAtSeconds: count("btime"),
    contextSwitches: count("ctxt"),
    interrupts: count("intr"),
    forks: count("processes"),
    running: count("procs_running"),
    blocked: count("procs_blocked"),
  };
}

function parseTimes(line: string): CpuTimes {
  const columns = line.trim().split(/\s+/).slice(1);
  const at = (index: number) => Number(columns[index] ?? 0) / ticksPerSecond();
  return {
    user: at(0),
    nice: at(1),
    system: at(2),
    idle: at(3),
    iowait: at(4),
    irq: at(5),
    softirq: at(6),
    steal: at(7),
    guest: at(8),
    guestNice: at(9),
  };
}
