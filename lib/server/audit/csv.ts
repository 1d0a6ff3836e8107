import type { AuditEntry } from "@/lib/contracts/audit";

const columns = ["at", "username", "address", "action", "target", "outcome", "request_id", "changes"] as const;

export const csvHead = `\uFEFF${columns.join(",")}\r\n`;

/** As RFC 4180 has it, with the time in UTC; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLineOf(entry: AuditEntry): string {
  const cells = columns.map((column) => cellOf(column === "at" ? new Date(entry.at).toISOString() : entry[column]));
  return `${cells.join(",")}\r\n`;
}

function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
