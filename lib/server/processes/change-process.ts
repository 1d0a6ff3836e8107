import { AppError } from "@/lib/shared/errors";
import type { processesContract } from "@/lib/contracts/processes";
import type { Service } from "@/lib/server/http/service";
import { reniceProcess as renice } from "@/lib/server/process/renice-process";
import { signalProcess as send } from "@/lib/server/process/signal-process";
import { knownProcess, titleOf, type KnownProcess } from "./known-process";

export const signalProcess: Service<typeof processesContract.signalProcess> = async ({ id, signal }, { about }) => {
  const known = knownProcess(id);
  about(`${titleOf(known)} ${signal}`);
  assertNotOurs(known);
  const outcome = send(known, signal);
  if (outcome === "gone") throw new AppError("sys/process-gone");
  if (outcome === "refused") throw new AppError("sys/process-refused", { name: known.name });
  return {};
};

export const reniceProcess: Service<typeof processesContract.reniceProcess> = async ({ id, nice }, { about }) => {
  const known = knownProcess(id);
  about(`${titleOf(known)} ${nice}`);
  assertNotOurs(known);
  let outcome: "set" | "gone";
  try {
    outcome = renice(known, nice);
  } catch (cause) {
    throw new AppError("sys/process-refused", { name: known.name }, { cause });
  }
  if (outcome === "gone") throw new AppError("sys/process-gone");
  return {};
};

/** The first process holds up all others of the machine or the container; this program is stopped where it was started. */
function assertNotOurs({ pid, name }: KnownProcess): void {
  if (pid === 1 || pid === process.pid) throw new AppError("sys/process-needed", { name });
}
