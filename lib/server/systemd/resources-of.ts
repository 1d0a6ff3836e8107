import type { UnitResources } from "@/lib/contracts/systemd";
import { countOf, timeOf, type Clock, type Properties } from "./parse-show";

const perMs = 1e6; // nanoseconds

/** What a unit uses and may use; null for what systemd does not count, or does not limit. */
export function resourcesOf(properties: Properties, clock: Clock): UnitResources {
  const pid = countOf(properties, "MainPID");
  const nanoseconds = countOf(properties, "CPUUsageNSec");
  return {
    since: timeOf(properties, "StateChangeTimestampMonotonic", clock),
    pid: pid === 0 ? null : pid,
    tasks: countOf(properties, "TasksCurrent"),
    tasks_max: countOf(properties, "TasksMax"),
    memory: countOf(properties, "MemoryCurrent"),
    memory_peak: countOf(properties, "MemoryPeak"),
    memory_max: countOf(properties, "MemoryMax"),
    cpu_ms: nanoseconds === null ? null : Math.floor(nanoseconds / perMs),
    restarts: countOf(properties, "NRestarts"),
  };
}
