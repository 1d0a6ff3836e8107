import { findCommand, type WantedCommand } from "@/lib/shared/commands/role-command";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";

type Limited = Pick<Actor, "commands">;

/** Whether there is no limit to what may be run: then there is a shell for it. */
export const mayHaveShell = ({ commands }: Limited) => commands === null;

export function assertMayHaveShell(actor: Limited): void {
  if (!mayHaveShell(actor)) throw new AppError("terminal/limited-to-commands");
}

export function mayRun({ commands }: Limited, wanted: WantedCommand): boolean {
  return commands === null || findCommand(commands, wanted) !== null;
}
