import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";

export const auditEntry = z.object({
  id: z.number(),
  at: z.number(),
  user_id: id.nullable(),
  username: z.string(),
  address: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  request_id: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditContract = {
  listAudit: endpoint({
    method: "GET",
    path: "audit/list",
    access: "audit_read",
    summary: "List audit log entries, newest first, up to 200 per page.",
    input: z.object({
      before: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
      username: z.string().max(64).optional(),
      action: z.string().max(64).optional(),
    }),
    output: z.object({ entries: z.array(auditEntry), next: z.number().nullable() }),
  }),
};
