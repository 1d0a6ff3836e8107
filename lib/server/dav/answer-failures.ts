import { isKnownErrorKey } from "@/lib/shared/error-table";
import { AppError } from "@/lib/shared/errors";
import { callHref, type DavCall } from "./dav-call";
import { statusOf } from "./dav-error";
import type { Failures } from "./discard";
import * as format from "./format-response";

/** 207 with what could not be done below an entry (RFC 4918 §9.6.1). */
export function answerFailures({ wire }: DavCall, failures: Failures): void {
  const responses = failures.map(({ path, error }) => {
    const status = isKnownErrorKey(error) ? statusOf(new AppError(error)) : 500;
    return format.formatResponse(callHref(path, false), format.statusLine(status));
  });
  wire.res.writeHead(207, format.multistatusHeaders);
  wire.res.end(`${format.multistatusHead}${responses.join("")}${format.multistatusTail}`);
}
