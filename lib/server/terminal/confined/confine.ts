import type { StageBase } from "@/lib/server/process/jail/jail-plan";

/** Where it begins, and keeps what it keeps: gone with it. */
export const confinedHome = "/tmp/home";

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
