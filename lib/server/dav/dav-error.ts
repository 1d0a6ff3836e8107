import type { Logger } from "pino";
import { errorTable } from "@/lib/shared/error-table";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { failureReply, type Reply } from "@/lib/server/http/answer";
import { davDeclaration, escapeXml, xmlHead } from "./xml";

/** Where WebDAV says it with another status than the JSON API; 423 is for locks alone. */
const statuses: { readonly [K in ErrorKey]?: number } = {
  "auth/wrong-credentials": 401,
  "file/protected": 403,
  // What was free when it was asked about, taken meanwhile.
  "file/exists": 412,
  "file/not-file": 405,
  "file/into-itself": 403,
  "file/out-of-scope": 404,
  "file/name-invalid": 403,
  "file/name-too-long": 403,
};

/** The condition's element of RFC 4918 §16, where it has one. */
const conditions: { readonly [K in ErrorKey]?: string } = {
  "dav/depth": "propfind-finite-depth",
  "dav/locked": "lock-token-submitted",
  "dav/lock-conflict": "no-conflicting-lock",
  "dav/lock-unknown": "lock-token-matches-request-uri",
};

/** Names the locked entry; RFC 4918 wants its address in the answer. */
export class LockedError extends AppError {
  readonly href: string;
  constructor(key: "dav/locked" | "dav/lock-conflict", href: string) {
    super(key);
    this.href = href;
  }
}

export function statusOf(error: unknown): number {
  if (!isAppError(error)) return 500;
  return statuses[error.key] ?? errorTable[error.key].status;
}

/** The failure in WebDAV's form: status, the condition that failed, and the words for whoever reads the log. */
export function davFailureReply(error: unknown, context: { requestId: string; log: Logger }): Reply {
  const { status, headers, body } = failureReply(error, context);
  const answer: { message: string; error: ErrorKey } = JSON.parse(body);
  const element = conditions[answer.error];
  const href = error instanceof LockedError ? `<D:href>${escapeXml(error.href)}</D:href>` : "";
  const condition = element === undefined ? "" : `<D:${element}>${href}</D:${element}>`;
  const words = `<F:message xmlns:F="filedeck:" key="${answer.error}">${escapeXml(answer.message)}</F:message>`;
  const known = statuses[answer.error] ?? status;
  return {
    status: known,
    headers: {
      ...headers,
      "content-type": "application/xml; charset=utf-8",
      ...(known === 401 ? { "www-authenticate": 'Basic realm="Filedeck", charset="UTF-8"' } : {}),
    },
    body: `${xmlHead}<D:error ${davDeclaration}>${condition}${words}</D:error>`,
  };
}
