import { AppError } from "@/lib/shared/errors";
import type { processesContract } from "@/lib/contracts/processes";
import type { Service } from "@/lib/server/http/service";
import { limits } from "@/lib/server/base/limits";
import { openFilesOf } from "@/lib/server/machine/processes/open-files";
import { environmentOf, memoryOf, programAndFolderOf } from "@/lib/server/machine/processes/process-details";
import { connectionsOf } from "@/lib/server/machine/processes/process-sockets";
import { knownProcess, titleOf } from "./known-process";

export const getProcess: Service<typeof processesContract.getProcess> = async ({ id }, { actor }) => {
  const { pid } = knownProcess(id);
  const files = actor.isRoot ? openFilesOf(pid) : [];
  const details = {
    ...memoryOf(pid),
    sockets: connectionsOf(pid)
      .slice(0, limits.openFiles)
      .map(({ isListening, protocol, address, port, peer }) => ({
        protocol,
        address,
        port,
        peer,
        is_listening: isListening,
      })),
    inside: actor.isRoot
      ? {
          ...programAndFolderOf(pid),
          files: files.slice(0, limits.openFiles),
          left: Math.max(0, files.length - limits.openFiles),
        }
      : null,
  };
  knownProcess(id); // what was read is that one's
  return details;
};

export const getProcessEnvironment: Service<typeof processesContract.getProcessEnvironment> = async (
  { id },
  { actor, about },
) => {
  const known = knownProcess(id);
  about(titleOf(known));
  if (!actor.isRoot) throw new AppError("auth/root-only");
  const variables = environmentOf(known.pid);
  knownProcess(id);
  return { variables };
};
