import type { OsUser } from "@/lib/server/process/os-user";
import type { Mount } from "@/lib/server/storage/mounts";

type Confined = {
  user: OsUser;
  /** From above to below. */
  mounts: readonly Mount[];
  /** Whether it may reach the network, which is that of the server: this machine's own services and its neighbours. */
  hasNetwork: boolean;
  env: Readonly<Record<string, string>>;
  /** Of the folders below /: those that are links to one below /usr, by their targets. */
  usrLinks: Readonly<Record<string, string>>;
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

/**
 * What bubblewrap is asked for: namespaces of its own for everything, no further ones inside, no capability, the machine's programs to be read, and
 * of the disks the mounts alone. What is not named here is not there.
 */
export function bwrapArguments({ user, mounts, hasNetwork, env, usrLinks }: Confined): string[] {
  const isWhole = mounts[0]?.place === "/";
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
    ...(isWhole ? [] : baseOf(usrLinks)),
    ...mounts.flatMap((mount, index) => [
      ...argumentsOf(mount),
      // A mount of everything brings the machine's own: these go over it.
      ...(index === 0 && isWhole ? systemFolders : []),
    ]),
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}

const systemFolders = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", "--dir", confinedHome];

function baseOf(usrLinks: Confined["usrLinks"]): string[] {
  return [
    "--ro-bind",
    "/usr",
    "/usr",
    ...Object.entries(usrLinks).flatMap(([folder, target]) => ["--symlink", target, folder]),
    ...readableOfEtc.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...systemFolders,
  ];
}

function argumentsOf({ place, access }: Mount): string[] {
  if (access === "write") return ["--bind", place, place];
  if (access === "read") return ["--ro-bind", place, place];
  return ["--tmpfs", place, "--remount-ro", place];
}
