import { isKnownErrorKey } from "@/lib/shared/error-table";
import { AppError } from "@/lib/shared/errors";
import { callHref, type DavCall } from "./dav-call";
import { statusOf } from "./dav-error";
import type { Failures } from "./discard";
import { messageOf } from "@/lib/server/http/answer";
import { escapeXml } from "./xml";
import * as format from "./format-response";

/** 207 with what could not be done below an entry (RFC 4918 §9.6.1). */
export function answerFailures({ wire }: DavCall, failures: Failures): void {
  const responses = failures.map(({ path, error }) => {
    const known = new AppError(isKnownErrorKey(error) ? error : "internal");
    const words = `<D:responsedescription>${escapeXml(messageOf(known))}</D:responsedescription>`;
    return format.formatResponse(callHref(path, false), `${format.statusLine(statusOf(known))}${words}`);
  });
  wire.res.writeHead(207, format.multistatusHeaders);
  wire.res.end(`${format.multistatusHead}${responses.join("")}${format.multistatusTail}`);
}
