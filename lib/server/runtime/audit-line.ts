export type AuditLine = {
  atMs: number;
  userId: string | null;
  username: string;
  address: string;
  action: string;
  target: string;
  outcome: string;
  requestId: string;
  /** Which fields it changed, by their names, and what it gave and took. */
  changes?: string;
};

/**
 * Lines are written together, so that ten thousand small uploads do not cost ten thousand transactions. `isLast`: also how many of strangers' were left out in the minute
 * that is not over.
 */
export type AuditLog = { record(line: AuditLine): void; flush(how?: { isLast: boolean }): Promise<void> };
