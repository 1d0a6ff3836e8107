import pino from "pino";
import { randomId } from "@/lib/shared/units";
import { createAuditLog } from "@/lib/server/audit/audit-log";
import type { Db } from "@/lib/server/db/open-db";

/** Nobody was signed in: whoever runs a command has the server itself. */
export async function recordCommand(db: Db, { action, target }: { action: string; target: string }): Promise<void> {
  const audit = createAuditLog(db, pino({ base: null }, pino.destination(2)));
  audit.record({
    atMs: Date.now(),
    userId: null,
    username: "",
    address: "",
    action,
    target,
    outcome: "success",
    requestId: randomId(),
  });
  await audit.flush();
}
