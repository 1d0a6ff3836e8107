import type { Answer } from "@/lib/contracts/answer";
import { answerCodes } from "@/lib/shared/answer-codes";
import { errorTable } from "@/lib/shared/error-table";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Logger } from "pino";
import { isBusy } from "@/lib/server/db/is-busy";
import { isFull } from "@/lib/server/db/is-full";
import errorTexts from "@/messages/en/errors.json";

export type Reply = {
  status: number;
  headers: Record<string, string>;
  /** Lines of Set-Cookie. */
  cookies?: readonly string[];
  body: string;
};

const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
};

export function successReply(data: unknown): Reply {
  const answer: Answer = { code: answerCodes.success, message: "success", data };
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(answer) };
}

/** A failure as an AppError: what is none is `internal`, unless the server's own volume is full or its database is held by another program. */
export function knownFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const key = isFull(error) ? "server/full" : isBusy(error) ? "server/database-busy" : "internal";
  return new AppError(key, {}, { cause: error });
}

/** What somebody has to look after. */
const ownFailures: ReadonlySet<string> = new Set(["internal", "server/full", "server/database-busy"]);

/** The failure as the caller may know it; what is not an AppError is logged once and becomes `internal`. */
export function failureReply(error: unknown, { requestId, log }: { requestId: string; log: Logger }): Reply {
  const known = knownFailure(error);
  if (ownFailures.has(known.key)) log.error({ err: error, requestId }, "request failed");
  else if (known.cause !== undefined) log.debug({ err: known, requestId }, known.key);
  const { code, status } = errorTable[known.key];
  const answer: Answer = {
    code,
    message: messageOf(known),
    data: known.detail ?? null,
    error: known.key,
    params: known.params,
    requestId,
  };
  return { status, headers: { ...jsonHeaders, ...headersOf(known) }, body: JSON.stringify(answer) };
}

/** As nobody knows when somebody else's work ends: soon. */
const busyRetrySeconds = 5;

/** What the standards want beside some failures. */
function headersOf({ key, params }: AppError): Record<string, string> {
  switch (key) {
    case "auth/throttled":
      return { "retry-after": String(params["seconds"] ?? 1) };
    case "request/busy":
    case "request/overloaded":
    case "file/too-many-open":
      return { "retry-after": String(busyRetrySeconds) };
    case "file/range": // RFC 9110 §15.5.17
      return { "content-range": `bytes */${params["size"] ?? "*"}` };
    case "upload/version": // tus §Core
      return { "tus-version": String(params["version"] ?? "") };
    default:
      return {};
  }
}

/** English words for scripts; the screen takes its own language by the key. */
export function messageOf({ key, params }: AppError): string {
  const texts: Readonly<Record<string, string>> = errorTexts;
  // Being an administrator is no permission that somebody could be given.
  if (key === "auth/forbidden" && params["permission"] === "is_root") return texts["auth/root-only"] ?? key;
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}
