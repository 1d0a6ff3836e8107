import type { auditContract } from "@/lib/contracts/audit";
import { getApp } from "@/lib/server/runtime/app";
import type { Service } from "@/lib/server/http/service";
import { findEntries } from "./find-entries";

export const listAudit: Service<typeof auditContract.listAudit> = async ({ before, limit, ...filter }, { db }) => {
  await getApp().audit.flush();
  const found = await findEntries(db, { filter, before, most: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
};
