import { usernameForms } from "@/lib/shared/username";
import { auditedActions } from "@/lib/contracts/audited-actions";
import { askingErrors } from "@/lib/shared/asking-errors";
import type { AuditEntry, AuditFilter } from "@/lib/contracts/audit";
import { startingWith } from "@/lib/server/db/starting-with";
import type { Db } from "@/lib/server/db/open-db";
import { findRows } from "@/lib/server/runtime/read-rows";
import { idsWithText } from "./ids-with-text";

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
  const { action, target } = filter;
  const isWhole = action === undefined || codes.has(action);
  if (isWhole && target === undefined)
    return entriesOf(await find(db, { filter, ids: before === undefined ? null : { lt: before }, most }));
  const texts = { action: isWhole ? undefined : action, target };
  const all: Found = { rows: [], unreadable: 0, found: 0 };
  for await (const ids of idsWithText(db, texts, before)) {
    const { rows, unreadable, found } = await find(db, { filter, ids: { in: ids }, most: most - all.found });
    all.rows.push(...rows);
    all.unreadable += unreadable;
    all.found += found;
    if (all.found >= most) break;
  }
  return entriesOf(all);
}

type Asked = { filter: Wanted["filter"]; ids: { lt: number } | { in: number[] } | null; most: number };
type Found = Awaited<ReturnType<typeof find>>;

/** By all but the texts. */
const find = (db: Db, { filter, ids, most }: Asked) => {
  const { username, username_start: start, action, outcome, since, until } = filter;
  return findRows("audit log", most, (page) =>
    db.audit.findMany({
      where: {
        ...(ids === null ? {} : { id: ids }),
        ...(username === undefined ? {} : { username: { in: usernameForms(username) } }),
        ...(start === undefined ? {} : { OR: usernameForms(start).map((form) => ({ username: startingWith(form) })) }),
        ...(action !== undefined && codes.has(action) ? { action } : {}),
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
};

function entriesOf({ rows, ...counted }: Found) {
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
