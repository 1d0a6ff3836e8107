import { auditedActions } from "@/lib/contracts/audited-actions";
import { askingErrors } from "@/lib/shared/asking-errors";
import type { AuditEntry, AuditFilter } from "@/lib/contracts/audit";
import { startingWith } from "@/lib/server/db/starting-with";
import type { Db } from "@/lib/server/db/open-db";
import { findRows } from "@/lib/server/runtime/read-rows";

const codes = new Set(auditedActions.map(({ code }) => code));

const meaning = {
  success: "success",
  asked: { in: [...askingErrors] },
  failed: { notIn: ["success", ...askingErrors] },
};

type Wanted = {
  filter: { [K in keyof AuditFilter]: AuditFilter[K] | undefined };
  before: number | undefined;
  most: number;
};

/**
 * Entries that fit, newest first. `action` is a whole code or a part of it: `POST user/users` is not
 * `POST user/users/{id}/password` as well.
 */
export async function findEntries(db: Db, { filter, before, most }: Wanted) {
  const { username, username_start: start, action, target, outcome, since, until } = filter;
  const { rows, ...counted } = await findRows("audit log", most, (page) =>
    db.audit.findMany({
      where: {
        ...(before === undefined ? {} : { id: { lt: before } }),
        ...(username === undefined ? {} : { username }),
        ...(start === undefined ? {} : { AND: { username: startingWith(start) } }),
        ...(action === undefined ? {} : { action: codes.has(action) ? action : { contains: action } }),
        ...(target === undefined ? {} : { OR: [{ target: { contains: target } }, { changes: { contains: target } }] }),
        ...(outcome === undefined ? {} : { outcome: meaning[outcome] }),
        ...(since === undefined && until === undefined
          ? {}
          : {
              at: {
                ...(since === undefined ? {} : { gte: new Date(since) }),
                ...(until === undefined ? {} : { lt: new Date(until) }),
              },
            }),
      },
      orderBy: { id: "desc" },
      ...page,
    }),
  );
  const entries = rows.map((row): AuditEntry => ({
    id: row.id,
    at: row.at.getTime(),
    user_id: row.userId,
    username: row.username,
    address: row.address,
    action: row.action,
    target: row.target,
    outcome: row.outcome,
    request_id: row.requestId,
    changes: row.changes,
  }));
  return { entries, ...counted };
}
