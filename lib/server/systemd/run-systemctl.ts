import { AppError } from "@/lib/shared/errors";
import { onHost } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runCaptured, type Captured } from "@/lib/server/process/run-captured";

export type SystemdProgram = "systemctl" | "journalctl" | "systemd-analyze";
const analyze = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"];

const maxOutputBytes = 16 * 1024 * 1024;
const answerMs = 10_000;

/** The command for a program of systemd's, on the host if this is a container that may go there. Throws systemd/missing. */
export async function systemdCommand(name: SystemdProgram, args: readonly string[]) {
  const command = await onHost(name === "systemd-analyze" ? analyze : programPaths(name), args);
  if (command === null) throw new AppError("systemd/missing");
  return command;
}

/**
 * Runs it to its end. `isLate`: it took longer than `ms` and was ended. `said` is the end of what it wrote to stderr. What it writes beyond 16 MiB is
 * lost. Throws systemd/missing.
 */
export async function runSystemd(
  name: SystemdProgram,
  args: readonly string[],
  { ms = answerMs, signal, env = {} }: { ms?: number; signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<Captured> {
  const command = await systemdCommand(name, args);
  const usual = { SYSTEMD_COLORS: "0", SYSTEMD_PAGER: "", LC_ALL: "C.UTF-8", TZ: "UTC" };
  return runCaptured(command, {
    ms,
    maxBytes: maxOutputBytes,
    ...(signal === undefined ? {} : { signal }),
    env: { ...usual, ...env },
  });
}

/** Before the arguments of `systemctl`: whose manager is asked. */
export function managerOf(scope: string): readonly string[] {
  return scope === "" ? ["--system"] : ["--user", `--machine=${scope}@.host`];
}
