import path from "node:path";
import { createClient } from "@libsql/client";
import { z } from "zod";
import type { Filedeck } from "./start-filedeck";

/** SQL for each column; `i` counts from 0. */
export type Rows = { table: string; count: number; columns: Readonly<Record<string, string>> };

export const noGrants = `'{"access_dirs":[],"not_access_dirs":[],"only_read_dirs":[],"auth_list":[]}'`;
export const named = (word: string) => `printf('${word}-%05d', i)`;
/** A time so many milliseconds before now, which is SQL as well. */
export const ago = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${Date.now()} - (${ms})) / 1000.0, 'unixepoch')`;

/** Thousands of rows in a moment, put into the database past the server. `rows` gets the id of its administrator. */
export async function fillRows({ dataDir }: Pick<Filedeck, "dataDir">, rows: (rootId: string) => readonly Rows[]) {
  const db = createClient({ url: `file:${path.join(dataDir, "filedeck.db")}` });
  try {
    // In any order.
    await db.execute("PRAGMA foreign_keys = OFF");
    const found = await db.execute("SELECT id FROM User WHERE isRoot = 1 LIMIT 1");
    for (const { table, count, columns } of rows(z.string().parse(found.rows[0]?.["id"])))
      await db.execute(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
         INSERT INTO "${table}" (${Object.keys(columns).join(", ")}) SELECT ${Object.values(columns).join(", ")} FROM n`,
      );
  } finally {
    db.close();
  }
}

const since = ago("i * 60000");
const later = ago("-2592000000");

export const someUsers = (count: number, roles: number): Rows => ({
  table: "User",
  count,
  columns: {
    id: named("u"),
    username: named("user"),
    passwordHash: "'x'",
    roleId: `printf('r-%05d', i % ${roles})`,
    grants: noGrants,
    preferences: "'{}'",
    createdAt: since,
    lastSeenAt: `CASE WHEN i % 3 = 0 THEN NULL ELSE ${since} END`,
  },
});

export const someRoles = (count: number): Rows => ({
  table: "Role",
  count,
  columns: { id: named("r"), name: named("role"), grants: noGrants, createdAt: since },
});

export const someInvitations = (count: number, rootId: string): Rows => ({
  table: "Invitation",
  count,
  columns: {
    id: named("i"),
    tokenHash: named("h"),
    inviterId: `'${rootId}'`,
    note: named("invitation"),
    grants: noGrants,
    maxUses: "1",
    createdAt: since,
    expiresAt: later,
  },
});

export const someShares = (count: number, rootId: string): Rows => ({
  table: "Share",
  count,
  columns: {
    id: named("x"),
    link: named("link"),
    ownerId: `'${rootId}'`,
    mode: "'view'",
    title: named("share"),
    note: "''",
    items: "'[]'",
    limits: `'{"max_files":null,"max_file_bytes":null,"max_bytes":null,"extensions":[]}'`,
    createdAt: since,
  },
});

export const someTrash = (count: number, rootId: string): Rows => ({
  table: "Trash",
  count,
  columns: {
    id: named("t"),
    ownerId: `'${rootId}'`,
    ownerName: "'root'",
    path: named("files/trashed"),
    hostPath: named("/nowhere/trashed"),
    folder: named("/nowhere/f"),
    kind: "'file'",
    sizeBytes: "i",
    state: "'there'",
    deletedAt: since,
  },
});

export const someHosts = (count: number, rootId: string): Rows => ({
  table: "SshHost",
  count,
  columns: {
    id: named("h"),
    userId: `'${rootId}'`,
    name: named("host"),
    tags: "'[]'",
    address: "'192.0.2.1'",
    port: "22",
    username: "'root'",
    auth: "'password'",
    keepAliveSeconds: "30",
    roles: "'[]'",
    createdAt: since,
  },
});
