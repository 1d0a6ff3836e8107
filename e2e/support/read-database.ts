import { createClient } from "@libsql/client";
import type { Filedeck } from "./start-filedeck";

/** What the database of a server holds, besides what its API says of it. */
export async function readDatabase(server: Pick<Filedeck, "dataDir">, sql: string, ...args: string[]) {
  const client = createClient({ url: `file:${server.dataDir}/filedeck.db` });
  try {
    return (await client.execute({ sql, args })).rows;
  } finally {
    client.close();
  }
}

/** A setting as it is stored; null where it never was. */
export async function readSetting(server: Pick<Filedeck, "dataDir">, name: string): Promise<unknown> {
  const [stored] = await readDatabase(server, 'SELECT value FROM "Setting" WHERE key = ?', name);
  const value = stored?.["value"];
  return typeof value === "string" ? JSON.parse(value) : null;
}
