import { withoutTrailing } from "@/lib/shared/without-trailing";
import type { HostAccount } from "@/lib/server/process/host-account";

export type UnitFolders = {
  /** What is made on this machine lies here; it counts before what packages bring. */
  folder: string;
  /** Where something can be tried: gone with the next start of the machine, whatever happens. */
  runtimeFolder: string;
};

/** Of an account's manager; null: of the system's. */
export function foldersOf(account: HostAccount | null): UnitFolders {
  if (account === null) return { folder: "/etc/systemd/system", runtimeFolder: "/run" };
  return {
    folder: `${withoutTrailing(account.home, "/")}/.config/systemd/user`,
    runtimeFolder: `/run/user/${account.uid}`,
  };
}
