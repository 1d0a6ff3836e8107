import { useCan } from "@/components/layout/use-can";
import { useRoleCommands } from "@/components/layout/use-role-commands";
import type { RoleCommand } from "@/lib/shared/commands/role-command";

/** Whether the user gets a shell of the server. */
export function useHasShell(): boolean {
  const commands = useRoleCommands();
  return useCan()("terminal") && commands === null;
}

/** The commands that a user without a shell may run; null for all others. */
export function useOwnCommands(): readonly RoleCommand[] | null {
  const commands = useRoleCommands();
  return useCan()("terminal") ? commands : null;
}
