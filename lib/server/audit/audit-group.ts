import { auditContract } from "@/lib/contracts/audit";
import { group } from "@/lib/server/group/group";
import { auditTicketOf, exportAudit, ticketAudit } from "./export-audit";
import { listAudit } from "./list-audit";
import { pruneAudit } from "./prune-audit";

export const auditGroup = group({
  name: "audit",
  contract: auditContract,
  json: { listAudit, ticketAudit },
  bytes: { exportAudit: { service: exportAudit, ticket: auditTicketOf } },
  schedules: [
    {
      everyMs: 3_600_000,
      failed: "old audit lines could not be removed",
      run: ({ db, env }) => pruneAudit(db, env.audit),
    },
  ],
});
