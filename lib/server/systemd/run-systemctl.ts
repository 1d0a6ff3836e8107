import { AppError } from "@/lib/shared/errors";
import { onHostAs, type HostAccount } from "@/lib/server/process/host-account";
import { runCaptured, type Captured } from "@/lib/server/process/run-captured";

const paths = {
  systemctl: ["/usr/bin/systemctl", "/bin/systemctl"],
  journalctl: ["/usr/bin/journalctl", "/bin/journalctl"],
  "systemd-analyze": ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"],
} as const;
export type SystemdProgram = keyof typeof paths;

const maxOutputBytes = 16 * 1024 * 1024;
const answerMs = 10_000;

type Options = {
  ms?: number;
  signal?: AbortSignal;
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
  const command = await onHostAs(account, paths[name], args);
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
  { ms = answerMs, signal, env = {}, account = null }: Options = {},
): Promise<Captured> {
  const command = await systemdCommand(name, args, account);
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
