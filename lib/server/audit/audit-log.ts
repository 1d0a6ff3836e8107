import type { Logger } from "pino";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import type { AuditLine, AuditLog } from "@/lib/server/runtime/audit-line";
import { ownCodes } from "@/lib/contracts/audited-actions";
import { auditRoom, fitText } from "@/lib/server/base/fit-text";
import { createAnonymousLimit, isAnonymous, subjectOf, type Subject } from "./limit-anonymous";
import { createUserLimit } from "./limit-users";
import { createUserRoom } from "./user-room";

const own: ReadonlySet<string> = new Set(ownCodes);
const flushMs = 200;
const maxWaiting = 5_000;

const insert = `INSERT INTO "Audit" ("at", "userId", "username", "address", "action", "target", "outcome", "requestId", "changes")
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 FROM json_each(?)`;

/**
 * Of what anybody may have sent; where it is longer the middle is left out. Half a pair of surrogates, in it or left by the cut, would come out of SQLite's
 * JSON as bytes that are no UTF-8, and reading them ends the process (libsql panics).
 */
function columnText(text: string, maxLength: number): string {
  return fitText(text, maxLength).toWellFormed();
}

/** Strangers' lines that wait to be asked about: more at once are counted as about nothing that exists. */
const maxAsked = 2_000;
const summaryMs = 60_000;

/** What writes them as they are, also together with what they are about. */
export function insertLines(db: Db, lines: readonly AuditLine[]): Prisma.PrismaPromise<number> {
  const rows = lines.map((line) => [
    new Date(line.atMs).toISOString().replace("Z", "+00:00"),
    line.userId,
    columnText(line.username, 128),
    line.address,
    line.action,
    columnText(line.target, auditRoom.target),
    line.outcome,
    line.requestId,
    columnText(line.changes ?? "", auditRoom.changes),
  ]);
  return db.$executeRawUnsafe(insert, JSON.stringify(rows));
}

export function createAuditLog(db: Db, log: Logger): AuditLog {
  const limit = createAnonymousLimit();
  const users = createUserLimit();
  const room = createUserRoom();
  let waiting: AuditLine[] = [];
  /** Those of the lines above that are kept only if what they are about has a count left. */
  let asked = new Map<AuditLine, Subject>();
  let timer: NodeJS.Timeout | null = null;
  let summaryTimer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function store(
    lines: readonly AuditLine[],
    about: ReadonlyMap<AuditLine, Subject>,
    nowMs: number,
  ): Promise<void> {
    let kept = lines;
    try {
      const exists = about.size === 0 ? () => false : await findExisting(db, [...about.values()]);
      kept = lines.filter((line) => {
        const subject = about.get(line);
        return subject === undefined || limit.isKept(line, exists(subject) ? subject : null);
      });
      kept = [...kept, ...limit.takeSummaries(nowMs), ...users.takeSummaries(nowMs)];
      if (kept.length > 0) await insertLines(db, kept);
    } catch (error) {
      // The log is the second place: what cannot be stored must not be lost as well.
      log.error({ err: error, lines: kept }, "audit lines could not be stored");
    }
    if (limit.hasLeftOut() || users.hasLeftOut()) summarizeLater();
  }

  function summarizeLater(): void {
    summaryTimer ??= setTimeout(summarize, summaryMs).unref();
  }

  function summarize(): void {
    summaryTimer = null;
    void flush(Date.now()); // errors are handled in store
  }

  function flush(nowMs: number): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const [lines, about] = [waiting, asked];
    waiting = [];
    asked = new Map();
    writing = writing.then(() => store(lines, about, nowMs));
    return writing;
  }

  function record(line: AuditLine): void {
    if (isAnonymous(line)) {
      const subject = subjectOf(line);
      if (subject !== null && asked.size < maxAsked) asked.set(line, subject);
      else if (!limit.isKept(line, null)) return summarizeLater();
    } else if (!own.has(line.action) && !users.isKept(line)) return summarizeLater();
    waiting.push(line);
    if (waiting.length >= maxWaiting) void flush(Date.now()); // errors are handled in store
    else timer ??= setTimeout(() => void flush(Date.now()), flushMs).unref(); // as above
  }

  return {
    record,
    recordEach(line, describe) {
      // Strangers' lines, and those of what was refused, are few by their own limits.
      const isCounted = line.outcome === "success" && !isAnonymous({ ...line, target: "" });
      const targets = describe(isCounted ? room.of(line) : Number.POSITIVE_INFINITY);
      if (isCounted) room.take(line, targets.length);
      for (const [at, target] of targets.entries())
        record({ ...line, target, changes: at === 0 ? (line.changes ?? "") : "" });
    },
    flush: ({ isLast } = { isLast: false }) => {
      if (isLast && summaryTimer !== null) clearTimeout(summaryTimer);
      return flush(isLast ? Number.POSITIVE_INFINITY : Date.now());
    },
  };
}

/** Whether there is such an account or share now. */
async function findExisting(db: Db, subjects: readonly Subject[]): Promise<(subject: Subject) => boolean> {
  const namesOf = (kind: Subject["kind"]) => [
    ...new Set(subjects.filter((one) => one.kind === kind).map(({ name }) => columnText(name, auditRoom.target))),
  ];
  const [users, shares] = await Promise.all([
    db.user.findMany({ where: { username: { in: namesOf("account") } }, select: { username: true } }),
    db.share.findMany({ where: { link: { in: namesOf("share") } }, select: { link: true } }),
  ]);
  const found = {
    account: new Set(users.map(({ username }) => username)),
    share: new Set(shares.map(({ link }) => link)),
  };
  return ({ kind, name }) => found[kind].has(name);
}
