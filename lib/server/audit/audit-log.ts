import type { Logger } from "pino";
import type { Db } from "@/lib/server/db/open-db";
import type { AuditLine, AuditLog } from "@/lib/server/runtime/audit-line";
import { createAnonymousLimit } from "./limit-anonymous";

const flushMs = 200;
const maxWaiting = 5_000;

const insert = `INSERT INTO "Audit" ("at", "userId", "username", "address", "action", "target", "outcome", "requestId", "changes")
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 FROM json_each(?)`;

/**
 * Of what anybody may have sent. Half a pair of surrogates, in it or left by the cut, would come out of SQLite's JSON as bytes that are no
 * UTF-8, and reading them ends the process (libsql panics).
 */
function columnText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed();
}

export function createAuditLog(db: Db, log: Logger): AuditLog {
  const isKept = createAnonymousLimit();
  let waiting: AuditLine[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(lines: AuditLine[]): Promise<void> {
    const rows = lines.map((line) => [
      new Date(line.atMs).toISOString().replace("Z", "+00:00"),
      line.userId,
      columnText(line.username, 128),
      line.address,
      line.action,
      columnText(line.target, 1024),
      line.outcome,
      line.requestId,
      columnText(line.changes ?? "", 1024),
    ]);
    try {
      await db.$executeRawUnsafe(insert, JSON.stringify(rows));
    } catch (error) {
      // The log is the second place: what cannot be stored must not be lost as well.
      log.error({ err: error, lines }, "audit lines could not be stored");
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) writing = writing.then(() => write(lines));
    return writing;
  }

  return {
    record(line) {
      if (!isKept(line)) return;
      waiting.push(line);
      if (waiting.length >= maxWaiting) void flush(); // errors are handled in write
      else timer ??= setTimeout(() => void flush(), flushMs).unref(); // as above
    },
    flush,
  };
}
