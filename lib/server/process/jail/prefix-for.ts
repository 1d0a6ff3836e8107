import { findProgram } from "@/lib/server/process/find-program";
import type { OsUser } from "@/lib/server/process/os-user";

/**
 * What the launcher is started by: nothing where it is root and may make mounts. Otherwise it makes them as the account, in a namespace of users, as bubblewrap
 * itself does. Null where that cannot be done.
 */
export async function prefixFor({ uid, gid }: OsUser, isRoot: boolean): Promise<string[] | null> {
  if (isRoot) return [];
  const own = process.getuid?.();
  const [setpriv, unshare] = await Promise.all(["setpriv", "unshare"].map((name) => findProgram([`/usr/bin/${name}`])));
  if (unshare === null || unshare === undefined) return null;
  const apart = [unshare, "--user", "--map-root-user", "--mount", "--propagation", "unchanged", "--"];
  if (own === uid) return apart;
  if (own !== 0 || setpriv === null || setpriv === undefined) return null;
  return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--", ...apart];
}
