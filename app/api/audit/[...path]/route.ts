import { auditContract } from "@/lib/contracts/audit";
import { serve } from "@/lib/server/http/serve";
import { listAudit } from "@/lib/server/audit/list-audit";

export const { GET, POST, PUT, DELETE } = serve(auditContract, {
  listAudit,
});
