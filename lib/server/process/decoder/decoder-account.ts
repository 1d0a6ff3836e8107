import type { OsUser } from "@/lib/server/process/os-user";

/** Beyond those that systems give to accounts, and within what containers have. Nothing belongs to it. */
const id = 64_738;

/** What decoders run as: where Filedeck is root an account that nobody has, else its own. */
export function decoderAccount(): OsUser {
  const own = process.getuid?.() ?? id;
  const isRoot = own === 0;
  return {
    name: "decoder",
    uid: isRoot ? id : own,
    gid: isRoot ? id : (process.getgid?.() ?? id),
    home: "/tmp/home",
  };
}
