export type AuditLine = {
  atMs: number;
  userId: string | null;
  username: string;
  address: string;
  action: string;
  target: string;
  outcome: string;
  requestId: string;
};

/** Lines are written together, so that ten thousand small uploads do not cost ten thousand transactions. */
export type AuditLog = { record(line: AuditLine): void; flush(): Promise<void> };
