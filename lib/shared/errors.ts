import { appearanceErrors } from "./appearance-errors";
import { backupErrors } from "./backup-errors";
import { alertErrors } from "./alert-errors";
import { accountErrors } from "./account-errors";
import { answerCodes, type AnswerCode } from "./answer-codes";
import { machineErrors } from "./machine-errors";
import { aboutErrors } from "./about-errors";
import { diskErrors } from "./disk-errors";

const { fail, fileMax, protectFile, sharePassword } = answerCodes;

/** The closed list of failures: key → answer code and HTTP status. The words are in messages/<locale>/errors.json. */
export const errorTable = {
  ...accountErrors,
  internal: { code: fail, status: 500 },
  network: { code: fail, status: 503 },
  "server/full": { code: fail, status: 507 },
  "request/invalid": { code: fail, status: 400 },
  "request/refused": { code: fail, status: 400 },
  "request/not-found": { code: fail, status: 404 },
  "request/too-large": { code: fail, status: 413 },
  "request/cancelled": { code: fail, status: 400 },
  "request/origin": { code: fail, status: 403 },
  "request/method": { code: fail, status: 405 },
  "request/busy": { code: fail, status: 429 },
  "request/overloaded": { code: fail, status: 503 },
  "request/slow": { code: fail, status: 408 },
  "file/not-found": { code: fail, status: 404 },
  "file/exists": { code: fail, status: 409 },
  "file/out-of-scope": { code: fail, status: 404 },
  "file/read-only": { code: fail, status: 403 },
  "file/protected": { code: protectFile, status: 423 },
  "file/not-folder": { code: fail, status: 409 },
  "file/not-file": { code: fail, status: 409 },
  "file/not-empty": { code: fail, status: 409 },
  "file/name-invalid": { code: fail, status: 422 },
  "file/name-too-long": { code: fail, status: 422 },
  "file/name-refused": { code: fail, status: 422 },
  "file/busy": { code: fail, status: 409 },
  "file/running": { code: fail, status: 409 },
  "file/access-denied": { code: fail, status: 403 },
  "file/disk-full": { code: fail, status: 507 },
  "file/disk-quota": { code: fail, status: 507 },
  "quota/exceeded": { code: fail, status: 507 },
  "file/disk-read-only": { code: fail, status: 409 },
  "file/too-large": { code: fileMax, status: 413 },
  "file/changed": { code: fail, status: 412 },
  "file/range": { code: fail, status: 416 },
  "file/into-itself": { code: fail, status: 409 },
  "file/too-many-links": { code: fail, status: 409 },
  "file/too-many-open": { code: fail, status: 429 },
  "file/place-lost": { code: fail, status: 409 },
  "file/io": { code: fail, status: 500 },
  "file/link-outside": { code: fail, status: 403 },
  "file/special": { code: fail, status: 409 },
  "file/encoding": { code: fail, status: 422 },
  "file/not-text": { code: fail, status: 422 },
  "file/no-owner": { code: fail, status: 422 },
  "file/no-group": { code: fail, status: 422 },
  "storage/unsupported": { code: fail, status: 501 },
  "storage/away": { code: fail, status: 503 },
  "storage/unreachable": { code: fail, status: 422 },
  "storage/unreachable-docker": { code: fail, status: 422 },
  ...alertErrors,
  "sys/slow": { code: fail, status: 409 },
  "sys/process-gone": { code: fail, status: 409 },
  "sys/process-needed": { code: fail, status: 422 },
  "sys/process-refused": { code: fail, status: 403 },
  ...aboutErrors,
  ...backupErrors,
  ...appearanceErrors,
  ...diskErrors,
  "archive/format": { code: fail, status: 422 },
  "archive/broken": { code: fail, status: 422 },
  "archive/volume": { code: fail, status: 422 },
  "archive/bomb": { code: fail, status: 422 },
  "archive/link": { code: fail, status: 422 },
  "archive/password": { code: fail, status: 422 },
  "archive/password-wrong": { code: fail, status: 422 },
  "archive/no-password": { code: fail, status: 422 },
  "archive/unmade": { code: fail, status: 500 },
  "archive/forgotten": { code: fail, status: 410 },
  "archive/memory": { code: fail, status: 422 },
  "archive/method": { code: fail, status: 422 },
  "archive/entry-format": { code: fail, status: 422 },
  "outbound/address": { code: fail, status: 422 },
  "outbound/lan": { code: fail, status: 403 },
  "outbound/blocked": { code: fail, status: 403 },
  "outbound/unreachable": { code: fail, status: 422 },
  "outbound/timeout": { code: fail, status: 422 },
  "outbound/cut": { code: fail, status: 422 },
  "outbound/answer": { code: fail, status: 422 },
  "outbound/certificate": { code: fail, status: 422 },
  "outbound/redirects": { code: fail, status: 422 },
  "outbound/too-large": { code: fail, status: 422 },
  "fetch/not-found": { code: fail, status: 422 },
  "fetch/denied": { code: fail, status: 422 },
  "fetch/status": { code: fail, status: 422 },
  "fetch/changed": { code: fail, status: 422 },
  "fetch/encoding": { code: fail, status: 422 },
  "fetch/checksum": { code: fail, status: 422 },
  "file/upload-field": { code: fail, status: 400 },
  "upload/not-found": { code: fail, status: 404 },
  "upload/gone": { code: fail, status: 410 },
  "upload/version": { code: fail, status: 412 },
  "upload/offset": { code: fail, status: 409 },
  "upload/type": { code: fail, status: 415 },
  "upload/length": { code: fail, status: 400 },
  "upload/checksum": { code: fail, status: 460 },
  "upload/checksum-algorithm": { code: fail, status: 400 },
  "upload/pieces": { code: fail, status: 409 },
  "upload/archive": { code: fail, status: 422 },
  "upload/entry-kind": { code: fail, status: 422 },
  "upload/unreadable": { code: fail, status: 400 },
  "upload/too-many": { code: fail, status: 413 },
  "dav/off": { code: fail, status: 404 },
  "dav/header": { code: fail, status: 400 },
  "dav/xml": { code: fail, status: 400 },
  "dav/body": { code: fail, status: 415 },
  "dav/method": { code: fail, status: 405 },
  "dav/depth": { code: fail, status: 403 },
  "dav/top": { code: fail, status: 403 },
  "dav/parent": { code: fail, status: 409 },
  "dav/destination": { code: fail, status: 502 },
  "dav/same": { code: fail, status: 403 },
  "dav/condition": { code: fail, status: 412 },
  "dav/locked": { code: fail, status: 423 },
  "dav/lock-conflict": { code: fail, status: 423 },
  "dav/lock-unknown": { code: fail, status: 409 },
  "dav/full": { code: fail, status: 507 },
  "search/pattern": { code: fail, status: 422 },
  "search/pattern-large": { code: fail, status: 422 },
  "search/pattern-unsupported": { code: fail, status: 422 },
  "search/pattern-slow": { code: fail, status: 422 },
  "search/text-unavailable": { code: fail, status: 501 },
  "trash/unavailable": { code: fail, status: 409 },
  "trash/not-kept": { code: fail, status: 409 },
  "trash/gone": { code: fail, status: 404 },
  "undo/gone": { code: fail, status: 404 },
  "task/not-found": { code: fail, status: 404 },
  "task/no-question": { code: fail, status: 409 },
  "task/user-gone": { code: fail, status: 403 },
  "task/token-gone": { code: fail, status: 403 },
  "task/right-gone": { code: fail, status: 403 },
  "task/folders-changed": { code: fail, status: 403 },
  "share/not-found": { code: fail, status: 404 },
  "share/expired": { code: fail, status: 410 },
  "share/used-up": { code: fail, status: 410 },
  "share/password": { code: sharePassword, status: 401 },
  "share/password-wrong": { code: sharePassword, status: 401 },
  "share/mode": { code: fail, status: 403 },
  "share/link-taken": { code: fail, status: 409 },
  "share/entry": { code: fail, status: 422 },
  "share/extension": { code: fail, status: 422 },
  "share/full": { code: fail, status: 409 },
  "share/too-large": { code: fail, status: 422 },
  ...machineErrors,
} as const satisfies Record<string, { code: AnswerCode; status: number }>;

export type ErrorKey = keyof typeof errorTable;

export function isErrorKey(text: string): text is ErrorKey {
  return Object.hasOwn(errorTable, text);
}
/** Values for the message's placeholders. Never a host path. */
export type ErrorParams = Readonly<Record<string, string | number>>;

const brand = "filedeck.AppError";

/**
 * A failure with a meaning for the caller. Check with {@link isAppError}, not `instanceof`: the program runs as two
 * bundles (Next's and the server's), so the class exists twice.
 */
export class AppError extends Error {
  readonly brand = brand;
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  /** Extra answer data, for instance the current ETag of a file that changed. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(
    key: ErrorKey,
    params: ErrorParams = {},
    options?: ErrorOptions & { detail?: Readonly<Record<string, unknown>> },
  ) {
    super(key, options);
    this.name = "AppError";
    this.key = key;
    this.params = params;
    this.detail = options?.detail;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && "brand" in error && error.brand === brand;
}
