import { AppError } from "@/lib/shared/errors";
import { findHostAccount, type HostAccount } from "@/lib/server/process/host-account";
import type { Actor } from "@/lib/server/runtime/ctx";
import { runSystemd } from "./run-systemctl";

/**
 * The services of accounts are for administrators, as is all that their owners have; and to ask for those of an account that has none now would start its
 * manager. Gives the account, null for the system. Throws auth/root-only, systemd/no-manager.
 */
export async function assertScope(scope: string, actor: Pick<Actor, "isRoot">): Promise<HostAccount | null> {
  if (scope === "") return null;
  if (!actor.isRoot) throw new AppError("auth/root-only");
  const account = await findHostAccount(scope);
  const isActive =
    account === null ? null : await runSystemd("systemctl", ["is-active", "--quiet", `user@${account.uid}.service`]);
  if (isActive?.code !== 0) throw new AppError("systemd/no-manager", { name: scope });
  return account;
}
