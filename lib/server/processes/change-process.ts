import { AppError } from "@/lib/shared/errors";
import type { SignalName } from "@/lib/shared/signals";
import type { processesContract } from "@/lib/contracts/processes";
import type { Service } from "@/lib/server/http/service";
import { isOwnEngine } from "@/lib/server/machine/own-engine";
import { isOwnProcess } from "@/lib/server/process/own-processes";
import { reniceProcess as renice } from "@/lib/server/process/renice-process";
import { signalProcess as send } from "@/lib/server/process/signal-process";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";
import { knownProcess, titleOf, type KnownProcess } from "./known-process";

export const signalProcess: Service<typeof processesContract.signalProcess> = async (
  { id, signal },
  { actor, about },
) => {
  const known = await knownProcess(id);
  about(`${titleOf(known)} ${signal}`);
  const endsItself = known.pid === process.pid && known.pid !== 1 && ending.has(signal);
  if (!endsItself) assertNotNeeded(known);
  assertOthers(known, actor);
  const outcome = await send(known, signal);
  if (outcome === "gone") throw new AppError("sys/process-gone");
  if (outcome === "refused") throw new AppError("sys/process-refused", { name: known.name });
  return {};
};

export const reniceProcess: Service<typeof processesContract.reniceProcess> = async (
  { id, nice },
  { actor, about },
) => {
  const known = await knownProcess(id);
  about(`${titleOf(known)} ${nice}`);
  assertNotNeeded(known);
  assertOthers(known, actor);
  let outcome: "set" | "gone";
  try {
    outcome = await renice(known, nice);
  } catch (cause) {
    throw new AppError("sys/process-refused", { name: known.name }, { cause });
  }
  if (outcome === "gone") throw new AppError("sys/process-gone");
  return {};
};

/** Of this program other signals would do harm and no good: one that is paused can't be asked to go on. */
const ending: ReadonlySet<SignalName> = new Set(["SIGTERM", "SIGKILL"]);

/** The first process holds up all others of the machine or the container. */
function assertNotNeeded({ pid, name }: KnownProcess): void {
  if (pid === 1 || pid === process.pid) throw new AppError("sys/process-needed", { name });
}

/** What Filedeck is, and needs, is for administrators; so is what nobody could say of whether it is that. */
function assertOthers(known: KnownProcess, actor: Actor): void {
  if (!known.isAsked || isOwnProcess(known) || isOwnEngine(known.name)) assertRoot(actor);
}
