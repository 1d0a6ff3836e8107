import { isAppError } from "@/lib/shared/errors";
import { errnoOf } from "@/lib/server/storage/local/sys/errno";
import { SftpStatus, statusCodes } from "@/lib/server/storage/sftp/protocol/sftp-status";

const badMessage = 5;

/** As OpenSSH's server answers. */
const codes: Readonly<Record<string, number>> = {
  ENOENT: statusCodes.noSuchFile,
  ENOTDIR: statusCodes.noSuchFile,
  ELOOP: statusCodes.noSuchFile,
  EPERM: statusCodes.denied,
  EACCES: statusCodes.denied,
  ENAMETOOLONG: badMessage,
  EINVAL: badMessage,
  ENOSYS: statusCodes.unsupported,
  EOPNOTSUPP: statusCodes.unsupported,
};

/** By which what came of it is told apart (sftp-status.ts). */
const texts: Readonly<Record<string, string>> = {
  EEXIST: "file exists",
  ENOTEMPTY: "not empty",
  ENOSPC: "no space left",
  EDQUOT: "quota",
  EROFS: "read-only file system",
  EMFILE: "too many open",
  ENFILE: "too many open",
  EISDIR: "is a directory",
};

/** A failed system call, as a session tells it. */
export function toStatus(error: unknown): unknown {
  if (isAppError(error) || error instanceof SftpStatus) return error;
  const code = errnoOf(error);
  return code === null ? error : new SftpStatus(codes[code] ?? statusCodes.failure, texts[code] ?? code);
}
