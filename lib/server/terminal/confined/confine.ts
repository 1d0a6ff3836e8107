import type { OsUser } from "@/lib/server/process/os-user";
import { limits } from "@/lib/server/base/limits";
import type { StageBase } from "@/lib/server/process/jail/jail-plan";
import { stagePlace } from "@/lib/server/process/jail/stage-place";

type Confined = {
  user: OsUser;
  /** Whether it may reach the network, which is that of the server: this machine's own services and its neighbours. */
  hasNetwork: boolean;
  env: Readonly<Record<string, string>>;
};

/** Where it begins, and keeps what it keeps: gone with it. */
export const confinedHome = "/tmp/home";
/** What the machine is called inside. */
export const confinedHost = "filedeck";

/** What programs need to know of a machine; nothing else of /etc, where passwords are kept. */
export const readableOfEtc = [
  "alternatives",
  "bash.bashrc",
  "ca-certificates",
  "group",
  "gai.conf",
  "host.conf",
  "hosts",
  "inputrc",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nanorc",
  "nsswitch.conf",
  "passwd",
  "profile",
  "protocols",
  "resolv.conf",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
  "vim",
];

/** What a jail holds beside the mounts: the machine's programs, and its own folders. */
export function stageBase(usrLinks: Readonly<Record<string, string>>): StageBase {
  return {
    readable: ["/usr", ...readableOfEtc.map((name) => `/etc/${name}`)],
    links: usrLinks,
    home: confinedHome,
  };
}

/**
 * What bubblewrap is asked for: namespaces of its own for everything, no further ones inside, no capability, and as its root what was staged: the
 * machine's programs to be read, and of the disks the mounts alone. What is not named there is not there.
 */
export function bwrapArguments({ user, hasNetwork, env }: Confined): string[] {
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
    String(limits.confined.sharedMemoryBytes),
    "--tmpfs",
    "/dev/shm",
    // It lies in memory, too.
    "--remount-ro",
    "/dev",
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}
