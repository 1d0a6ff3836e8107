import { createClient } from "@libsql/client";
import { backupTable } from "./backup-table";

export type DatabaseCopy = {
  /** The database. */
  file: string;
  /** An empty file, which becomes the copy. */
  copy: string;
  /** Of the program. */
  version: string;
  secret: string;
};

/** A consistent copy beside a writing server, with the server's keys in a table of its own. */
export async function copyDatabase({ file, copy, version, secret }: DatabaseCopy): Promise<void> {
  const source = createClient({ url: `file:${file}` });
  try {
    // Reads in one transaction, and takes an empty file as target.
    await source.execute({ sql: "VACUUM INTO ?", args: [copy] });
  } finally {
    source.close();
  }
  const made = createClient({ url: `file:${copy}` });
  try {
    await made.execute(
      `CREATE TABLE "${backupTable}" ("secret" TEXT NOT NULL, "version" TEXT NOT NULL, "madeAt" TEXT NOT NULL)`,
    );
    const args = [secret, version, new Date().toISOString()];
    await made.execute({ sql: `INSERT INTO "${backupTable}" VALUES (?, ?, ?)`, args });
  } finally {
    made.close();
  }
}
