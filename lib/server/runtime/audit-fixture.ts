import type { AuditLine, AuditLog } from "./audit-line";

/** A log that keeps every line in an array. */
export function auditInto(lines: AuditLine[]): AuditLog {
  return {
    record: (line) => void lines.push(line),
    recordEach: (line, describe) => {
      for (const target of describe(Number.POSITIVE_INFINITY)) lines.push({ ...line, target });
    },
    flush: () => Promise.resolve(),
  };
}
