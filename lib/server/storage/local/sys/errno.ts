import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";

const keys: Readonly<Record<string, ErrorKey>> = {
  ENOENT: "file/not-found",
  ESTALE: "file/not-found",
  EEXIST: "file/exists",
  EACCES: "file/access-denied",
  EPERM: "file/access-denied",
  ENOSPC: "file/disk-full",
  EDQUOT: "file/disk-quota",
  EBUSY: "file/busy",
  ETXTBSY: "file/running",
  EROFS: "file/disk-read-only",
  ENOTDIR: "file/not-folder",
  EISDIR: "file/not-file",
  ENOTEMPTY: "file/not-empty",
  ENAMETOOLONG: "file/name-too-long",
  EILSEQ: "file/name-invalid",
  EFBIG: "file/too-large",
  ELOOP: "file/too-many-links",
  EMFILE: "file/too-many-open",
  ENFILE: "file/too-many-open",
  ENOMEM: "file/too-many-open",
  ENXIO: "file/special",
  ETIMEDOUT: "file/no-answer",
  EHOSTDOWN: "file/no-answer",
  EHOSTUNREACH: "file/no-answer",
  ENOTCONN: "file/no-answer",
};

/** Calls that give a name: the only thing about them that a disk calls invalid is the name, such as one with a colon on vfat. */
const naming: ReadonlySet<unknown> = new Set(["open", "mkdir", "rename", "link", "symlink", "mknod"]);

/** The `errno` name of a failed system call, or null. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  const code = errnoOf(error);
  return code !== null && codes.includes(code);
}

/** The only place where an errno becomes a key. The cause keeps the host path for the log, the params never do. */
export function toAppError(error: unknown): unknown {
  if (isAppError(error)) return error;
  if (error instanceof Error && error.name === "AbortError")
    return new AppError("request/cancelled", {}, { cause: error });
  const code = errnoOf(error);
  if (code === null) return error;
  const isName = code === "EINVAL" && error instanceof Error && "syscall" in error && naming.has(error.syscall);
  const key = isName ? "file/name-refused" : (keys[code] ?? "file/io");
  return new AppError(key, key === "file/io" ? { code } : {}, { cause: error });
}

/** Key of a failure for a report that goes on, such as `file/access-denied`. */
export function failureKey(error: unknown): ErrorKey {
  const known = toAppError(error);
  return isAppError(known) ? known.key : "internal";
}

/** Throws request/cancelled once the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError("request/cancelled");
}
