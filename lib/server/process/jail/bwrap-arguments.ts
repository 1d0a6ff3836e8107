import type { OsUser } from "@/lib/server/process/os-user";
import { stagePlace } from "./stage-place";

type Confined = {
  user: OsUser;
  /** Whether it may reach the network, which is that of the server: this machine's own services and its neighbours. */
  hasNetwork: boolean;
  env: Readonly<Record<string, string>>;
  sharedMemoryBytes: number;
};

/** What the machine is called inside. */
export const confinedHost = "filedeck";

/**
 * What bubblewrap is asked for: namespaces of its own for everything, no further ones inside, no capability, and as its root what was staged: the
 * machine's programs to be read, and of the disks the mounts alone. What is not named there is not there.
 */
export function bwrapArguments({ user, hasNetwork, env, sharedMemoryBytes }: Confined): string[] {
  return [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    ...(hasNetwork ? ["--share-net"] : []),
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    "--hostname",
    confinedHost,
    "--uid",
    String(user.uid),
    "--gid",
    String(user.gid),
    "--bind",
    stagePlace,
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--size",
    String(sharedMemoryBytes),
    "--tmpfs",
    "/dev/shm",
    // It lies in memory, too.
    "--remount-ro",
    "/dev",
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}
