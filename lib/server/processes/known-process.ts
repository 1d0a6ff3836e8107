import { AppError } from "@/lib/shared/errors";
import { askProcesses, isHeldProcess } from "@/lib/server/machine/processes/ask-processes";
import { entryOf } from "@/lib/server/machine/processes/process-entry";
import { readProc } from "@/lib/server/machine/read-proc";
import { parentOf } from "@/lib/server/process/own-processes";

export type KnownProcess = {
  pid: number;
  name: string;
  parent: number | null;
  program: string | null;
  /** Whether it was asked who it is, or keeps whoever asks; else only its name and its parent are known, for others keep us. */
  isAsked: boolean;
  /** Whether it is there still, and no other with its number. */
  isStill: () => Promise<boolean>;
};

/** The process that an id means. Throws sys/process-gone, also when its number is another's by now. */
export async function knownProcess(id: string): Promise<KnownProcess> {
  const found = await findProcess(id);
  if (found === null) throw new AppError("sys/process-gone");
  return { ...found, isStill: async () => (await findProcess(id)) !== null };
}

async function findProcess(id: string): Promise<Omit<KnownProcess, "isStill"> | null> {
  const [pid = 0, startTicks = 0] = id.split(".").map(Number);
  const isPlain = /\.0\d/.test(id);
  const name = readProc(`/proc/${pid}/comm`, "utf8")?.trimEnd();
  if (name === undefined) return null;
  const said = await askProcesses("stat", { pid });
  const isIt = () => id === `${pid}.0${entryOf(pid)}`;
  if (said === null) {
    // It keeps who asks, or too much does: whoever ends it has to name it as it is listed then.
    const parent = parentOf(pid);
    return isPlain && isIt() ? { pid, name, parent, program: null, isAsked: isHeldProcess(pid) } : null;
  }
  const { stat, program } = said;
  const isMeant = isPlain ? isIt() : stat?.startTicks === startTicks;
  return stat !== null && isMeant ? { pid, name, parent: stat.parent, program, isAsked: true } : null;
}

/** As the audit log names it. */
export const titleOf = ({ name, pid }: KnownProcess) => `${name} (${pid})`;
