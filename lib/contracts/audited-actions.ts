import { contracts } from "./all";
import type { Endpoint } from "./endpoint";

/**
 * What the audit log records: `code` as it is stored, `name` under which messages/*.json have its words (`audit.actions`). The
 * part before the slash is its area.
 */
export type AuditedAction = { code: string; name: string };

/** An endpoint as the audit log calls it. */
export function auditCodeOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method} ${path}`;
}

/** A command on the server, not an endpoint. */
export const resetCommandCode = "COMMAND reset-password";

/** Every action that can be in the log, by area in the order of the contracts. */
export const auditedActions: readonly AuditedAction[] = [
  ...Object.entries(contracts).flatMap(([area, contract]) =>
    Object.entries<Endpoint>(contract)
      .filter(([, endpoint]) => endpoint.audit)
      .map(([name, endpoint]) => ({ code: auditCodeOf(endpoint), name: `${area}/${name}` })),
  ),
  { code: resetCommandCode, name: "user/resetByCommand" },
];
