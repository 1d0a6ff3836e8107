import type { RoleCommand } from "@/lib/shared/commands/role-command";
import { useCachedMe } from "./use-me";

/** All that the user may run on the server, with the right to terminals, instead of a shell; null: no limit. */
export function useRoleCommands(): readonly RoleCommand[] | null {
  return useCachedMe()?.commands ?? null;
}
