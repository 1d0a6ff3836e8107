import type { terminalContract } from "@/lib/contracts/terminal";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findTerminal, removeTerminal } from "./terminals";

export const endTerminal: Service<typeof terminalContract.endTerminal> = async ({ id }, { actor, about }) => {
  const terminal = findTerminal(id, userIdOf(actor));
  const { title, program } = terminal.info();
  about(title === "" ? program : title);
  await removeTerminal(terminal);
  return {};
};
