import { createPace } from "@/lib/server/base/next-slice";
import { askProcesses } from "./ask-processes";
import { readPlainly } from "./read-plainly";
import { processIds, type Process } from "./read-processes";
import { userNames } from "./user-names";

/** All processes, with what they used since the same `reader` was asked before; only the plain facts where too much hangs to ask for more. */
export async function listProcesses(reader: string): Promise<Process[]> {
  const found = await askProcesses("processes", { reader });
  if (found !== null) return found;
  const users = userNames();
  const plain: Process[] = [];
  const pace = createPace();
  for (const pid of processIds()) {
    plain.push(...readPlainly(pid, users));
    await pace();
  }
  return plain;
}
