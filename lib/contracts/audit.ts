import { z } from "zod";
import { outcomeKinds } from "@/lib/shared/asking-errors";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

export const auditFormats = ["csv", "jsonl"] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** The last moment that a date can be. */
const maxTime = 8.64e15;

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
  /** Which fields it changed, by their names, and what it gave and took: `disabled: false → true; auth_list: +file_read, −terminal`. */
  changes: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which entries: all that fit everything that is said. Times in ms since 1970. */
const auditFilter = {
  username: z.string().max(64).optional(),
  /** How the name begins. */
  username_start: z.string().min(1).max(64).optional(),
  /** A whole code, or a part of one. */
  action: z.string().max(64).optional(),
  /** A part of what it was about, or of what it changed. */
  target: z.string().min(1).max(256).optional(),
  /** `asked`: the answer was a question, such as for the password; nothing was done, and nothing failed. */
  outcome: z.enum(outcomeKinds).optional(),
  since: z.coerce.number().int().min(0).max(maxTime).optional(),
  /** Not itself. */
  until: z.coerce.number().int().min(0).max(maxTime).optional(),
};
export type AuditFilter = z.output<z.ZodObject<typeof auditFilter>>;

export const auditContract = {
  listAudit: endpoint({
    method: "GET",
    path: "audit/list",
    access: "audit_read",
    summary: "List audit log entries, newest first, up to 200 per page.",
    input: z.object({
      before: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
      ...auditFilter,
    }),
    output: lists({ entries: z.array(auditEntry), next: z.number().nullable() }),
  }),
  ticketAudit: endpoint({
    method: "POST",
    path: "audit/ticket",
    access: "audit_read",
    audit: false,
    summary: "Get a ticket with which the browser downloads the audit log.",
    input: empty,
    output: z.object({ ticket: z.string() }),
  }),
  exportAudit: endpoint({
    method: "GET",
    path: "audit/export",
    access: "audit_read",
    bytes: true,
    audit: true,
    summary: "Download the audit log as CSV or as JSON, one entry per line; newest first.",
    input: z.object({ format: z.enum(auditFormats), ...auditFilter, token: z.string().max(4096).optional() }),
    output: z.unknown(),
  }),
};
