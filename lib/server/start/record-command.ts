import pino from "pino";
import type { OwnCode } from "@/lib/contracts/audited-actions";
import { createAuditLog, insertLines } from "@/lib/server/audit/audit-log";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import { ownLine, recordOwn } from "@/lib/server/runtime/record-own";

type Command = { action: OwnCode; target: string };

/** Whoever runs a command has the server itself. */
export async function recordCommand(db: Db, { action, target }: Command): Promise<void> {
  const audit = createAuditLog(db, pino({ base: null }, pino.destination(2)));
  recordOwn(audit, { action, target, outcome: "success" });
  await audit.flush();
}

/** The same in the transaction of what the command does. */
export function commandRecord(db: Db, command: Command): Prisma.PrismaPromise<number> {
  return insertLines(db, [ownLine({ ...command, outcome: "success" })]);
}
