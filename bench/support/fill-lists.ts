import {
  ago,
  fillRows,
  named,
  someHosts,
  someInvitations,
  someRoles,
  someShares,
  someTrash,
  someUsers,
  type Rows,
} from "../../e2e/support/fill-rows";
import type { Filedeck } from "../../e2e/support/start-filedeck";

/** Rows of every list that is kept in the database. The server must not run. */
export async function fillLists(server: Pick<Filedeck, "dataDir">): Promise<void> {
  await fillRows(server, (rootId) => [
    someRoles(500),
    someUsers(10_000, 500),
    someInvitations(500, rootId),
    someShares(2_000, rootId),
    someTrash(10_000, rootId),
    someHosts(1_000, rootId),
    ...others(rootId),
  ]);
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

const links = Array.from({ length: 500 }, (_, index) => ({
  id: `link${index}`,
  kind: "link",
  title: `Link ${index}`,
  url: `http://127.0.0.1:9/${index}`,
  icon: null,
  color: "blue",
}));

function others(rootId: string): readonly Rows[] {
  const since = ago("i * 60000");
  const later = ago("-2592000000");
  return [
    {
      table: "Session",
      count: 10_000,
      columns: {
        id: named("s"),
        userId: named("u"),
        tokenHash: named("h"),
        address: "'192.0.2.1'",
        agent: "'Mozilla/5.0'",
        createdAt: since,
        lastSeenAt: since,
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
        target: named("files/target"),
        outcome: "'success'",
        requestId: named("q"),
      },
    },
    {
      table: "Task",
      count: 10_000,
      columns: {
        id: named("k"),
        kind: "'delete'",
        state: "'done'",
        ownerId: `'${rootId}'`,
        progress: `'${JSON.stringify(progress)}'`,
        startedAt: since,
        finishedAt: since,
        seenAt: since,
      },
    },
    {
      table: "AlertRule",
      count: 100,
      columns: {
        id: named("a"),
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
        id: named("l"),
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
    {
      table: "NavBoard",
      count: 1,
      columns: {
        id: "'own'",
        userId: `'${rootId}'`,
        content: `'${JSON.stringify({ items: links })}'`,
        version: "1",
      },
    },
  ];
}
