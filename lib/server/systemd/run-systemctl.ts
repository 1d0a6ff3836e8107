import { onHostAs, type HostAccount } from "@/lib/server/process/host-account";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd, type Outcome } from "@/lib/server/process/run-to-end";
import { systemdMissing } from "./systemd-missing";

export type SystemdProgram = "systemctl" | "journalctl" | "systemd-analyze";
const analyze = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"];

type Options = {
  ms?: number;
  signal?: AbortSignal;
  /** As of `runToEnd`. */
  hear?: (chunk: Buffer) => void;
  env?: Record<string, string>;
  /** Runs it as this account instead of as this program is. */
  account?: HostAccount | null;
};

/** The command for a program of systemd's, on the host if this is a container that may go there, and as an account if one is named. Throws systemd/missing. */
export async function systemdCommand(
  name: SystemdProgram,
  args: readonly string[],
  account: HostAccount | null = null,
) {
  const command = await onHostAs(account, name === "systemd-analyze" ? analyze : await programPaths(name), args);
  if (command === null) throw await systemdMissing();
  return command;
}

/** Runs it to its end, see `runToEnd`. Throws systemd/missing. */
export async function runSystemd(
  name: SystemdProgram,
  args: readonly string[],
  { env = {}, account = null, ...options }: Options = {},
): Promise<Outcome> {
  const command = await systemdCommand(name, args, account);
  return runToEnd(command, { ...options, env: { SYSTEMD_COLORS: "0", SYSTEMD_PAGER: "", ...env } });
}

/** Before the arguments of `systemctl`: whose manager is asked. */
export function managerOf(scope: string): readonly string[] {
  return scope === "" ? ["--system"] : ["--user", `--machine=${scope}@.host`];
}
