import type { auditContract } from "@/lib/contracts/audit";
import { getApp } from "@/lib/server/runtime/app";
import type { Service } from "@/lib/server/http/service";
import { findEntries } from "./find-entries";

export const listAudit: Service<typeof auditContract.listAudit> = async ({ before, limit, ...filter }, { db }) => {
  await getApp().audit.flush();
  const { entries: all, unreadable, found } = await findEntries(db, { filter, before, most: limit + 1 });
  const entries = all.slice(0, limit);
  return { entries, unreadable, next: found > limit ? (entries.at(-1)?.id ?? null) : null };
};
