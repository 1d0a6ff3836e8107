import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";

/** Codes of SSH_FXP_STATUS: version 3 has those up to 8; some servers answer with those of later versions all the same. */
export const statusCodes = { ok: 0, eof: 1, noSuchFile: 2, denied: 3, failure: 4, unsupported: 8 } as const;

const keys: Readonly<Record<number, ErrorKey>> = {
  2: "file/not-found",
  3: "file/access-denied",
  // OpenSSH says so of names that are too long and of those that the disk does not take.
  5: "file/name-invalid",
  6: "storage/away",
  7: "storage/away",
  8: "storage/unsupported",
  10: "file/not-found",
  11: "file/exists",
  12: "file/disk-read-only",
  14: "file/disk-full",
  15: "file/disk-full",
  18: "file/not-empty",
  19: "file/not-folder",
  20: "file/name-invalid",
  21: "file/too-many-links",
  24: "file/not-file",
};

/** "Failure" may be anything. Version 3 has nothing but the text to tell it by, which is some servers' word for the errno. */
const failures: readonly (readonly [RegExp, ErrorKey])[] = [
  [/no space|disk full|quota/i, "file/disk-full"],
  [/read-only file system/i, "file/disk-read-only"],
  [/file exists|already exists/i, "file/exists"],
  [/not empty/i, "file/not-empty"],
  [/too many open/i, "file/too-many-open"],
  [/is a directory/i, "file/not-file"],
  [/not a directory/i, "file/not-folder"],
];

/** An answer other than "done". */
export class SftpStatus extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text === "" ? `status ${code}` : text);
    this.name = "SftpStatus";
    this.code = code;
  }
}

/** Without codes: any. */
export function isStatus(error: unknown, ...codes: readonly number[]): error is SftpStatus {
  return error instanceof SftpStatus && (codes.length === 0 || codes.includes(error.code));
}

/** The only place where an answer of the server becomes a key. Its text is for the log alone. */
export function toAppError(error: unknown): unknown {
  if (isAppError(error)) return error;
  if (!(error instanceof SftpStatus)) return error;
  const known = error.code === statusCodes.failure ? failures.find(([text]) => text.test(error.message))?.[1] : null;
  const key = known ?? keys[error.code] ?? "file/io";
  return new AppError(key, key === "file/io" ? { code: `SFTP${error.code}` } : {}, { cause: error });
}

export function failureKey(error: unknown): ErrorKey {
  const known = toAppError(error);
  return isAppError(known) ? known.key : "internal";
}

/** Rejects as {@link toAppError} says. */
export async function asAppError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toAppError(error);
  }
}

export function nullIfMissing(error: unknown): null {
  if (isStatus(error, statusCodes.noSuchFile)) return null;
  throw error;
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError("request/cancelled");
}
