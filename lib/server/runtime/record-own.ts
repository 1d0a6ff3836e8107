import type { OwnCode } from "@/lib/contracts/audited-actions";
import { randomId } from "@/lib/shared/units";
import type { AuditLine, AuditLog } from "./audit-line";

type Done = { action: OwnCode; target: string; outcome: string };

/** For the audit log: what the server does by itself, or at a command. Nobody was signed in, and no stranger's lines are like these. */
export function ownLine(done: Done): AuditLine {
  return { ...done, atMs: Date.now(), userId: null, username: "", address: "", requestId: randomId() };
}

export function recordOwn(audit: Pick<AuditLog, "record">, done: Done): void {
  audit.record(ownLine(done));
}
