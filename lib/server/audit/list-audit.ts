import type { auditContract } from "@/lib/contracts/audit";
import { auditedActions } from "@/lib/contracts/audited-actions";
import { getApp } from "@/lib/server/runtime/app";
import type { Service } from "@/lib/server/http/service";

const codes = new Set(auditedActions.map(({ code }) => code));

/** `action` is a whole code or a part of it: `POST user/users` is not `POST user/users/{id}/password` as well. */
export const listAudit: Service<typeof auditContract.listAudit> = async (
  { before, limit, username, action },
  { db },
) => {
  await getApp().audit.flush();
  const where = {
    ...(before === undefined ? {} : { id: { lt: before } }),
    ...(username === undefined ? {} : { username }),
    ...(action === undefined ? {} : { action: codes.has(action) ? action : { contains: action } }),
  };
  const rows = await db.audit.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
  const entries = rows
    .slice(0, limit)
    .map(({ id, at, userId, username: name, address, action: what, target, outcome, requestId }) => ({
      id,
      at: at.getTime(),
      user_id: userId,
      username: name,
      address,
      action: what,
      target,
      outcome,
      request_id: requestId,
    }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
};
