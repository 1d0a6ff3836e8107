import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type pino from "pino";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Db } from "@/lib/server/db/open-db";
import { fitLists } from "@/lib/server/http/fit-lists";
import type { Service } from "@/lib/server/http/service";
import { defineTask } from "@/lib/server/group/define-task";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { listAlertRules } from "./alert/rules";
import { listMessages } from "./notify/list/messages";
import { listShares } from "./share/manage-shares";
import { listForwards } from "./ssh/forward/manage-forwards";
import { listHosts } from "./ssh/manage-hosts";
import { listTabs } from "./tab/tabs";
import { listTasks } from "./task/list-tasks";
import { setTaskKinds } from "./task/task-kinds";
import { listQuickCommands } from "./terminal/quick/quick-commands";
import { listInvitations } from "./user/invitation/manage-invitations";
import { listRoles } from "./user/manage-roles";
import { listUsers } from "./user/manage-users";
import { listTokens } from "./user/tokens";

const grants = { access_dirs: [], not_access_dirs: [], only_read_dirs: [], auth_list: [] };
const host = {
  userId: "mia",
  address: "h.example",
  port: 22,
  username: "root",
  auth: "password",
  tags: [],
  roles: [],
  folder: "",
  keepAliveSeconds: 30,
  startFolder: "",
  startCommand: "",
  isPlace: false,
  isSaved: true,
} as const;
const progress = {
  revision: 1,
  owner: "mia",
  title: "a",
  count: 1,
  files: 1,
  bytes: 1,
  skipped: 0,
  failures: [],
  failureCount: 0,
  error: null,
};
const rule = { metric: "cpu", comparison: "above", threshold: 1, forSeconds: 1, roleIds: [], userIds: [], ways: [] };

const logged = vi.fn();
let fixture: TrashFixture;
let ctx: Ctx;
let db: Db;

beforeEach(async () => {
  setTaskKinds([defineTask({ kind: "test", access: "session" })]);
  fixture = await makeTrashFixture();
  ctx = { ...fixture.ctx, actor: { ...fixture.ctx.actor, permissions: new Set(["sys_view", "docker_view"]) } };
  ({ db } = ctx);
  const stopping = new AbortController().signal;
  startAppOf({ db, stopping, log: { error: logged } as unknown as pino.Logger }); // all that is written
});
afterEach(async () => {
  logged.mockClear();
  await fixture.close();
});

/** What the caller gets: the service's answer as the contract has it. */
async function answerOf<E extends Endpoint>(endpoint: E, service: Service<E>): Promise<Record<string, unknown>> {
  const input = endpoint.input.parse({}) as Parameters<Service<E>>[0]; // all have defaults
  const answer: unknown = fitLists(endpoint.path, endpoint.output, await service(input, ctx));
  return { ...(answer as object) }; // each is one
}
const idsIn = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id).toSorted();

type Case = {
  list: string;
  table: string;
  key?: string;
  broken: string;
  make: (id: string) => Promise<unknown>;
  read: () => Promise<Record<string, unknown>>;
};
/** Of each list what no rule of this program would have let in. */
const cases: Case[] = [
  {
    list: "hosts",
    table: "SshHost",
    broken: `tags = '{broken'`,
    make: (id) => db.sshHost.create({ data: { ...host, tags: [], roles: [], id, name: id } }),
    read: () => answerOf(contracts.ssh.listHosts, listHosts),
  },
  {
    list: "forwards",
    table: "SshForward",
    broken: `createdAt = 9e17`,
    make: async (id) => {
      await db.sshHost.upsert({
        where: { id: "h" },
        create: { ...host, tags: [], roles: [], id: "h", name: "h" },
        update: {},
      });
      const listens = { bindAddress: "127.0.0.1", bindPort: 1, targetAddress: "a", targetPort: 1, isEnabled: false };
      await db.sshForward.create({ data: { id, userId: "mia", hostId: "h", kind: "local", ...listens } });
    },
    read: () => answerOf(contracts.ssh.listForwards, listForwards),
  },
  {
    list: "users",
    table: "User",
    broken: `grants = '{broken'`,
    make: (id) => db.user.create({ data: { id, username: id, passwordHash: "", grants, preferences: {} } }),
    read: () => answerOf(contracts.user.listUsers, listUsers),
  },
  {
    list: "roles",
    table: "Role",
    broken: `grants = 'nothing'`,
    make: (id) => db.role.create({ data: { id, name: id, grants } }),
    read: () => answerOf(contracts.user.listRoles, listRoles),
  },
  {
    list: "invitations",
    table: "Invitation",
    broken: `grants = '{broken'`,
    make: (id) =>
      db.invitation.create({
        data: {
          id,
          tokenHash: id,
          inviterId: "mia",
          note: "",
          grants,
          maxUses: 1,
          expiresAt: new Date(Date.now() + 1e6),
        },
      }),
    read: () => answerOf(contracts.user.listInvitations, listInvitations),
  },
  {
    list: "tokens",
    table: "ApiToken",
    broken: `createdAt = 'yesterday'`,
    make: (id) => db.apiToken.create({ data: { id, userId: "mia", name: id, tokenHash: id, authList: [] } }),
    read: () => answerOf(contracts.user.listTokens, listTokens),
  },
  {
    list: "tasks",
    table: "Task",
    broken: `progress = '{"revision":"many"}'`,
    make: (id) => db.task.create({ data: { id, kind: "test", state: "done", ownerId: "mia", words: "", progress } }),
    read: () => answerOf(contracts.task.listTasks, listTasks),
  },
  {
    list: "shares",
    table: "Share",
    broken: `mode = 'telepathy'`,
    make: (id) =>
      db.share.create({
        data: {
          id,
          link: `link-${id}`,
          ownerId: "mia",
          mode: "view",
          title: id,
          note: "",
          items: [],
          limits: { max_files: null, max_bytes: null, extensions: [] },
        },
      }),
    read: () => answerOf(contracts.share.listShares, listShares),
  },
  {
    list: "rules",
    table: "AlertRule",
    broken: `metric = 'mood'`,
    make: (id) =>
      db.alertRule.create({
        data: {
          ...rule,
          roleIds: [],
          userIds: [],
          ways: [],
          id,
          isEnabled: true,
          importance: "info",
          repeatMinutes: 0,
        },
      }),
    read: () => answerOf(contracts.alert.listAlertRules, listAlertRules),
  },
  {
    list: "messages",
    table: "Message",
    broken: `params = '{broken'`,
    make: (id) =>
      db.message.create({
        data: {
          id,
          userId: "mia",
          kind: "server",
          importance: "info",
          words: "test",
          params: {},
          link: null,
          createdAt: new Date(),
        },
      }),
    read: () => answerOf(contracts.notify.listMessages, listMessages),
  },
  {
    list: "commands",
    table: "QuickCommand",
    broken: `way = 'telepathy'`,
    make: (id) =>
      db.quickCommand.create({
        data: { id, userId: "mia", parentId: null, position: 0, note: id, command: "ls", way: "task", suffixes: [] },
      }),
    read: () => answerOf(contracts.terminal.listQuickCommands, listQuickCommands),
  },
];

test.each(cases)("a row of $table that cannot be read ($broken) leaves the others in the list", async (one) => {
  const { list, table, broken, make, read } = one;
  for (const id of ["r1", "r2", "r3"]) await make(id);
  const whole = await read();
  expect(whole["unreadable"]).toBeUndefined();
  await db.$executeRawUnsafe(`UPDATE "${table}" SET ${broken} WHERE id = 'r2'`);
  const rest = await read();
  expect(idsIn(rest[list])).toEqual(idsIn(whole[list]).filter((id) => id !== "r2"));
  expect(rest["unreadable"]).toBe(1);
  await read();
  expect(logged).toHaveBeenCalledTimes(1);
});

test("what is beyond the limits of today's inputs is shown as it is", async () => {
  const long = "x".repeat(5_000);
  await db.sshHost.create({
    data: {
      ...host,
      id: "h",
      roles: [],
      name: long,
      address: "-a b",
      port: 70_000,
      tags: Array.from({ length: 50 }, () => long),
    },
  });
  await db.role.create({
    data: {
      id: "r",
      name: "r",
      grants: {
        ...grants,
        quota_bytes: 1.5,
        access_dirs: ["not absolute", ...Array.from({ length: 300 }, () => "/a")],
      },
    },
  });
  await db.user.create({ data: { id: "u", username: "a b/c:d", passwordHash: "", grants, preferences: {} } });
  await db.tab.create({ data: { userId: "mia", id: "t", position: 0, address: "elsewhere", title: long } });
  const [hosts, roles, users, tabs] = [
    await answerOf(contracts.ssh.listHosts, listHosts),
    await answerOf(contracts.user.listRoles, listRoles),
    await answerOf(contracts.user.listUsers, listUsers),
    await answerOf(contracts.tab.listTabs, listTabs),
  ];
  expect(hosts["hosts"]).toMatchObject([{ name: long, address: "-a b", port: 70_000 }]);
  expect(roles["roles"]).toMatchObject([{ quota_bytes: 1.5, access_dirs: { length: 301 } }]);
  expect(users["users"]).toContainEqual(expect.objectContaining({ username: "a b/c:d" }));
  expect(tabs["tabs"]).toEqual([{ id: "t", address: "elsewhere", title: long }]);
  for (const answer of [hosts, roles, users, tabs]) expect(answer["unreadable"]).toBeUndefined();
});
