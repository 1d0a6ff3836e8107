import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { quotePath } from "./quote-path";
import { findTerminal } from "./terminals";

export const typePaths: Service<typeof terminalContract.typePaths> = async ({ id, paths }, ctx) => {
  const { storage, actor, signal } = ctx;
  const terminal = findTerminal(id, userIdOf(actor));
  if (!terminal.hasPaths || paths.some((path) => !storage.can(path, "disk"))) throw new AppError("storage/unsupported");
  const words = await Promise.all(paths.map(async (path) => quotePath(await storage.placeOf(path))));
  await terminal.write(`${words.join(" ")} `, signal);
  return {};
};
