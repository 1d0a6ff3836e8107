import { AppError } from "@/lib/shared/errors";
import { onHost } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd, type Outcome } from "@/lib/server/process/run-to-end";

export type SystemdProgram = "systemctl" | "journalctl" | "systemd-analyze";
const analyze = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"];

/** The command for a program of systemd's, on the host if this is a container that may go there. Throws systemd/missing. */
export async function systemdCommand(name: SystemdProgram, args: readonly string[]) {
  const command = await onHost(name === "systemd-analyze" ? analyze : programPaths(name), args);
  if (command === null) throw new AppError("systemd/missing");
  return command;
}

/** Runs it to its end, see `runToEnd`. Throws systemd/missing. */
export async function runSystemd(
  name: SystemdProgram,
  args: readonly string[],
  { env = {}, ...options }: { ms?: number; signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const command = await systemdCommand(name, args);
  return runToEnd(command, { ...options, env: { SYSTEMD_COLORS: "0", SYSTEMD_PAGER: "", ...env } });
}

/** Before the arguments of `systemctl`: whose manager is asked. */
export function managerOf(scope: string): readonly string[] {
  return scope === "" ? ["--system"] : ["--user", `--machine=${scope}@.host`];
}
