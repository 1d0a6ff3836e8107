import { AppError, isAppError } from "@/lib/shared/errors";

/**
 * What a host refuses on a connection that stands, by what ssh2 makes of it; null for anything else; what was named before is as it was. A channel that is not opened has reached the host's MaxSessions, as a rule
 * of OpenSSH's; a subsystem that is not started is not there.
 */
export function refusalOf(cause: unknown): AppError | null {
  if (isAppError(cause)) return cause;
  if (!(cause instanceof Error)) return null;
  if (cause.message.startsWith("Unable to start subsystem: ")) return new AppError("ssh/no-sftp", {}, { cause });
  // 1: prohibited, 2: it could not connect, 4: no resources (RFC 4254, section 5.1).
  const isRefused = /^\(SSH\) Channel open failure: (?!server closed)/.test(cause.message);
  return isRefused ? new AppError("ssh/too-many-sessions", {}, { cause }) : null;
}
