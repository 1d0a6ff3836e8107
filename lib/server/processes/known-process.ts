import { AppError } from "@/lib/shared/errors";
import { readStat } from "@/lib/server/process/process-state";

export type KnownProcess = { pid: number; startTicks: number; name: string };

/** The process that an id means. Throws sys/process-gone, also when its number is another's by now. */
export function knownProcess(id: string): KnownProcess {
  const [pid = 0, startTicks = 0] = id.split(".").map(Number);
  const stat = readStat(pid);
  if (stat?.startTicks !== startTicks) throw new AppError("sys/process-gone");
  return { pid, startTicks, name: Buffer.from(stat.name, "latin1").toString("utf8") };
}

/** As the audit log names it. */
export const titleOf = ({ name, pid }: KnownProcess) => `${name} (${pid})`;
