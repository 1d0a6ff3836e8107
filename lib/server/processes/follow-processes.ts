import type { processesChannels, ProcessRow } from "@/lib/contracts/processes";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { askProcesses } from "@/lib/server/machine/processes/ask-processes";
import { listProcesses } from "@/lib/server/machine/processes/list-processes";
import { processesAbove } from "@/lib/server/process/own-processes";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";

const everyMs = 2_000;
const lateMs = patient(2_500);

const processes = createLiveRows<ProcessRow>({
  everyMs,
  late: { ms: lateMs, error: "sys/slow" },
  most: limits.processes,
  async read() {
    const found = await listProcesses("list");
    const above = processesAbove();
    const ports = await askProcesses("ports", { pids: found.map(({ pid }) => pid) });
    return found.map(({ memoryBytes, readBytes, writtenBytes, startedAt, isKernel, ...same }) => ({
      ...same,
      memory: memoryBytes,
      read: readBytes,
      written: writtenBytes,
      started_at: startedAt,
      is_kernel: isKernel,
      is_own: same.pid === process.pid || above.has(same.pid),
      ports: [...(ports?.get(same.pid) ?? [])].slice(0, limits.portsPerProcess),
    }));
  },
});

export const followProcesses: ChannelService<typeof processesChannels.follow> = (_, { signal }, { send }) =>
  processes.follow({ send, signal });
