import { AppError } from "@/lib/shared/errors";
import type { processesContract } from "@/lib/contracts/processes";
import type { Service } from "@/lib/server/http/service";
import { askProcesses } from "@/lib/server/machine/processes/ask-processes";
import { knownProcess, titleOf } from "./known-process";

export const getProcess: Service<typeof processesContract.getProcess> = async ({ id }, { actor, signal }) => {
  const { pid } = await knownProcess(id);
  const details = await askProcesses("details", { pid, withInside: actor.isRoot }, signal);
  if (details === null) throw new AppError("sys/slow");
  await knownProcess(id); // what was read is that one's
  const sockets = details.sockets.map(({ isListening, protocol, address, port, peer }) => ({
    protocol,
    address,
    port,
    peer,
    is_listening: isListening,
  }));
  return { ...details, sockets };
};

export const getProcessEnvironment: Service<typeof processesContract.getProcessEnvironment> = async (
  { id },
  { actor, about, signal },
) => {
  const known = await knownProcess(id);
  about(titleOf(known));
  if (!actor.isRoot) throw new AppError("auth/root-only");
  const environment = await askProcesses("environment", { pid: known.pid }, signal);
  if (environment === null) throw new AppError("sys/slow");
  await knownProcess(id);
  return { variables: environment.variables, is_cut: environment.isCut };
};
