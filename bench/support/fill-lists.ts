import { createClient } from "@libsql/client";
import path from "node:path";
import { z } from "zod";
import type { Filedeck } from "../../e2e/support/start-filedeck";

const day = 86_400_000;
const noGrants = `'{"access_dirs":[],"not_access_dirs":[],"only_read_dirs":[],"auth_list":[]}'`;

/** Rows of every list that is kept in the database, put there past the server; it must not run. */
export async function fillLists({ dataDir }: Pick<Filedeck, "dataDir">): Promise<void> {
  const db = createClient({ url: `file:${path.join(dataDir, "filedeck.db")}` });
  try {
    await db.execute("PRAGMA foreign_keys = OFF");
    const { rows } = await db.execute("SELECT id FROM User WHERE isRoot = 1 LIMIT 1");
    const root = z.string().parse(rows[0]?.["id"]);
    const now = Date.now();
    for (const { table, count, columns } of tables(root, now)) {
      const names = Object.keys(columns).join(", ");
      const values = Object.values(columns).join(", ");
      await db.execute(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
         INSERT INTO "${table}" (${names}) SELECT ${values} FROM n`,
      );
    }
    const links = Array.from({ length: 500 }, (_, index) => ({
      id: `link${index}`,
      kind: "link",
      title: `Link ${index}`,
      url: `http://127.0.0.1:9/${index}`,
      icon: null,
      color: "blue",
    }));
    await db.execute({
      sql: "INSERT INTO NavBoard (id, userId, content, version) VALUES ('own', ?, ?, 1)",
      args: [root, JSON.stringify({ items: links })],
    });
  } finally {
    db.close();
  }
}

const progress = {
  owner: "root",
  title: "deleted.txt",
  count: 1,
  files: 1,
  bytes: 1,
  current: "",
  skipped: 0,
  failures: [],
  failureCount: 0,
  error: null,
  undo: null,
};

type Table = { table: string; count: number; columns: Record<string, string> };

/** SQL for each column; `i` counts from 0. */
function tables(root: string, now: number): readonly Table[] {
  const name = (word: string) => `printf('${word}-%05d', i)`;
  const ago = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${now} - (${ms})) / 1000.0, 'unixepoch')`;
  const [since, later] = [ago("i * 60000"), ago(`-${30 * day}`)];
  return [
    { table: "Role", count: 500, columns: { id: name("r"), name: name("role"), grants: noGrants, createdAt: since } },
    {
      table: "User",
      count: 10_000,
      columns: {
        id: name("u"),
        username: name("user"),
        passwordHash: "'x'",
        roleId: "printf('r-%05d', i % 500)",
        grants: noGrants,
        preferences: "'{}'",
        createdAt: since,
        lastSeenAt: `CASE WHEN i % 3 = 0 THEN NULL ELSE ${since} END`,
      },
    },
    {
      table: "Session",
      count: 10_000,
      columns: {
        id: name("s"),
        userId: name("u"),
        tokenHash: name("h"),
        address: "'192.0.2.1'",
        agent: "'Mozilla/5.0'",
        createdAt: since,
        lastSeenAt: since,
        expiresAt: later,
      },
    },
    {
      table: "Invitation",
      count: 500,
      columns: {
        id: name("i"),
        tokenHash: name("h"),
        inviterId: `'${root}'`,
        note: name("invitation"),
        grants: noGrants,
        maxUses: "1",
        createdAt: since,
        expiresAt: later,
      },
    },
    {
      table: "Audit",
      count: 100_000,
      columns: {
        at: ago("(100000 - i) * 1000"),
        username: "'root'",
        address: "'192.0.2.1'",
        action: "'file/upload'",
        target: name("files/target"),
        outcome: "'success'",
        requestId: name("q"),
      },
    },
    {
      table: "Share",
      count: 2_000,
      columns: {
        id: name("x"),
        link: name("link"),
        ownerId: `'${root}'`,
        mode: "'view'",
        title: name("share"),
        note: "''",
        items: "'[]'",
        limits: `'{"max_files":null,"max_file_bytes":null,"max_bytes":null,"extensions":[]}'`,
        createdAt: since,
      },
    },
    {
      table: "Trash",
      count: 10_000,
      columns: {
        id: name("t"),
        ownerId: `'${root}'`,
        ownerName: "'root'",
        path: name("files/trashed"),
        hostPath: name("/nowhere/trashed"),
        folder: name("/nowhere/f"),
        kind: "'file'",
        sizeBytes: "i",
        state: "'there'",
        deletedAt: since,
      },
    },
    {
      table: "Task",
      count: 10_000,
      columns: {
        id: name("k"),
        kind: "'delete'",
        state: "'done'",
        ownerId: `'${root}'`,
        progress: `'${JSON.stringify(progress)}'`,
        startedAt: since,
        finishedAt: since,
        seenAt: since,
      },
    },
    {
      table: "SshHost",
      count: 1_000,
      columns: {
        id: name("h"),
        userId: `'${root}'`,
        name: name("host"),
        tags: "'[]'",
        address: "'192.0.2.1'",
        port: "22",
        username: "'root'",
        auth: "'password'",
        keepAliveSeconds: "30",
        roles: "'[]'",
        createdAt: since,
      },
    },
    {
      table: "AlertRule",
      count: 100,
      columns: {
        id: name("a"),
        metric: "'cpu'",
        comparison: "'above'",
        threshold: "99",
        forSeconds: "60",
        repeatMinutes: "0",
        importance: "'warning'",
        roleIds: "'[]'",
        userIds: "'[]'",
        ways: "'[]'",
        isEnabled: "0",
        createdAt: since,
      },
    },
    {
      table: "Alert",
      count: 10_000,
      columns: {
        id: name("l"),
        ruleId: "'a-00000'",
        subject: "''",
        metric: "'cpu'",
        comparison: "'above'",
        importance: "'warning'",
        threshold: "99",
        value: "100",
        worst: "100",
        since,
        firedAt: since,
        resolvedAt: since,
      },
    },
  ];
}
