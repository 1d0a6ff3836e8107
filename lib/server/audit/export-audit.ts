import type { AuditEntry, AuditFormat, auditContract } from "@/lib/contracts/audit";
import { AppError } from "@/lib/shared/errors";
import type { Exchange } from "@/lib/server/http/exchange";
import type { ByteService } from "@/lib/server/http/route";
import { sent, writeOut } from "@/lib/server/http/send-bytes";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { makeTicket } from "@/lib/server/session/ticket";
import { csvHead, csvLineOf } from "./csv";
import { findEntries } from "./find-entries";

/** At once in memory. */
const rowsPerRound = 1_000;
/** What a ticket is signed for. */
const ticketPath = "audit";

const writers: Record<AuditFormat, { type: string; head: string; lineOf: (entry: AuditEntry) => string }> = {
  csv: { type: "text/csv; charset=utf-8; header=present", head: csvHead, lineOf: csvLineOf },
  jsonl: { type: "application/x-ndjson; charset=utf-8", head: "", lineOf: (entry) => `${JSON.stringify(entry)}\n` },
};

export const ticketAudit: Service<typeof auditContract.ticketAudit> = (_, { actor }) => {
  if (actor.sessionId === null) throw new AppError("auth/forbidden", { permission: "session" });
  return Promise.resolve({ ticket: makeTicket(getApp().keys, actor.sessionId, [ticketPath]).ticket });
};

/** Of a download's address. */
export function auditTicketOf({ query }: Exchange): { ticket: string; paths: readonly string[] } | undefined {
  const ticket = query.find(([name]) => name === "token")?.[1];
  return ticket === undefined ? undefined : { ticket, paths: [ticketPath] };
}

/** As many as there are, some at a time, as fast as the reader takes them; what comes while it lasts is not in it. */
export const exportAudit: ByteService<typeof auditContract.exportAudit> = async (
  { format, username, username_start, action, target, outcome, since, until },
  { db, signal },
  { res },
) => {
  const filter = { username, username_start, action, target, outcome, since, until };
  await getApp().audit.flush();
  const { type, head, lineOf } = writers[format];
  let { entries, found } = await findEntries(db, { filter, before: undefined, most: rowsPerRound });
  const day = new Date().toISOString().slice(0, 10);
  res.writeHead(200, {
    "content-type": type,
    "content-disposition": `attachment; filename="audit ${day}.${format}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  for (let text = head; ; text = "") {
    const rest = entries.map(lineOf).join("");
    if (!(await writeOut(res, text + rest, signal)) || found < rowsPerRound) break;
    const before = entries.at(-1)?.id;
    if (before === undefined) break;
    ({ entries, found } = await findEntries(db, { filter, before, most: rowsPerRound }));
  }
  res.end();
  await sent(res);
};
