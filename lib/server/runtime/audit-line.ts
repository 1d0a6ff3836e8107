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
  /** Of the changes what the service said, without what the caller may make up to have each line be another one. */
  said?: string;
};

/**
 * Lines are written together, so that ten thousand small uploads do not cost ten thousand transactions. `isLast`: also how many of strangers' were left out in the minute
 * that is not over.
 */
export type AuditLog = {
  record(line: AuditLine): void;
  /** A call about many things: `describe` gives a target for each of its lines, told how many it may have. What it changed is told in the first of them. */
  recordEach(line: Omit<AuditLine, "target">, describe: (most: number) => readonly string[]): void;
  flush(how?: { isLast: boolean }): Promise<void>;
};
