import type { BusyProcess } from "@/lib/contracts/metrics";

/** Of each of the two lists, by processor and by memory, that one minute keeps. */
const most = 3;
const longestName = 24;
const mib = 1024 * 1024;

/** Puts together who took most, over several looks. */
export function createProcessSums() {
  const sums = new Map<string, BusyProcess>();
  let looks = 0;
  return {
    add(processes: readonly BusyProcess[]): void {
      looks++;
      for (const one of processes) {
        const key = `${one.pid} ${one.name}`;
        const known = sums.get(key);
        if (known === undefined) sums.set(key, { ...one });
        else {
          known.cpu += one.cpu;
          known.memoryBytes = Math.max(known.memoryBytes, one.memoryBytes);
        }
      }
    },
    /** Shares of the processors are averages over all looks. */
    busiest: (each = most): BusyProcess[] =>
      pickBusiest(
        [...sums.values()].map((one) => ({ ...one, cpu: one.cpu / looks })),
        each,
      ),
  };
}

/** Those with the most of either, the busiest first. */
export function pickBusiest(processes: readonly BusyProcess[], each: number): BusyProcess[] {
  const byMemory = [...processes].sort((a, b) => b.memoryBytes - a.memoryBytes).slice(0, each);
  const byCpu = [...processes].sort((a, b) => b.cpu - a.cpu);
  const chosen = new Set([...byMemory, ...byCpu.slice(0, each)]);
  return byCpu.filter((one) => chosen.has(one));
}

type Packed = [pid: number, name: string, cpuThousandths: number, memoryMib: number, container?: string];

export function packProcesses(processes: readonly BusyProcess[]): string {
  return JSON.stringify(
    processes.map(({ pid, name, cpu, memoryBytes, container }): Packed => {
      const figures = [pid, name.slice(0, longestName), Math.round(cpu * 1000), Math.round(memoryBytes / mib)] as const;
      return container === null ? [...figures] : [...figures, container.slice(0, 12)];
    }),
  );
}

export function unpackProcesses(text: string): BusyProcess[] {
  const packed = JSON.parse(text) as Packed[]; // as packProcesses wrote it
  return packed.map(([pid, name, cpuThousandths, memoryMib, container = null]) => ({
    pid,
    name,
    cpu: cpuThousandths / 1000,
    memoryBytes: memoryMib * mib,
    container,
  }));
}
