import { AppError } from "@/lib/shared/errors";
import { findOsUser } from "@/lib/server/process/os-user";
import type { Actor } from "@/lib/server/runtime/ctx";
import { runSystemd } from "./run-systemctl";

/**
 * The services of accounts are for administrators, as is all that their owners have; and to ask for those of an account that has none now would start its
 * manager. Throws auth/root-only, systemd/no-manager.
 */
export async function assertScope(scope: string, actor: Pick<Actor, "isRoot">): Promise<void> {
  if (scope === "") return;
  if (!actor.isRoot) throw new AppError("auth/root-only");
  const user = findOsUser(scope);
  const isActive =
    user === null ? null : await runSystemd("systemctl", ["is-active", "--quiet", `user@${user.uid}.service`]);
  if (isActive?.code !== 0) throw new AppError("systemd/no-manager", { name: scope });
}
