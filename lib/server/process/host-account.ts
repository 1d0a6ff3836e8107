import { onHost, type HostCommand } from "./on-host";
import { runToEnd } from "./run-to-end";

export type HostAccount = { name: string; uid: number; gid: number; home: string };

const getent = ["/usr/bin/getent", "/bin/getent"];
const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"];
const answerMs = 10_000;
const maxBytes = 64 * 1024;

/** An account of the machine that this one is on, wherever that has its accounts from; null where there is none. */
export async function findHostAccount(name: string): Promise<HostAccount | null> {
  const command = await onHost(getent, ["passwd", "--", name]);
  const [found, , uid, gid, , home = ""] =
    command === null ? [] : (await runToEnd(command, { ms: answerMs, maxBytes })).output.trim().split(":");
  // getent takes a number for one as well.
  if (found !== name || !/^\d+$/.test(uid ?? "") || !/^\d+$/.test(gid ?? "") || !home.startsWith("/")) return null;
  return { name, uid: Number(uid), gid: Number(gid), home };
}

/**
 * How to run a program of the host (`onHost`) as an account, with its groups and no right more: what its links lead to is what it may reach itself. Null: as
 * this program is.
 */
export function onHostAs(
  account: HostAccount | null,
  paths: readonly string[],
  args: readonly string[],
): Promise<HostCommand | null> {
  const [program] = paths;
  if (account === null || program === undefined) return onHost(paths, args);
  const become = [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--init-groups", "--inh-caps=-all"];
  return onHost(setpriv, [...become, "--no-new-privs", "--", program, ...args]);
}
