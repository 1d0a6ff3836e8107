import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import pino from "pino";
import { cryptoContract } from "@/lib/contracts/crypto";
import { runKeyJob } from "@/lib/server/crypto/key-file/run-key-job";
import { importKey } from "@/lib/server/crypto/manage-keys";
import { deriveKeys } from "@/lib/server/base/keys";
import { sshContract, type NewSshHost } from "@/lib/contracts/ssh";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants, scopesOf } from "@/lib/server/session/grants";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { isAppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import { allConnections, connectTo, endConnection, stateOf } from "./connections";
import { createHost, deleteHost, describeHosts, updateHost } from "./manage-hosts";
import type { Person, Question, ShownKey } from "./person";
import { openRemoteShell } from "./remote-shell";
import { newHostKey, startSshServer } from "./ssh-server-fixture";

const rights: Permission[] = ["ssh_proxy", "lan_access", "ssh_proxy_tag_update"];
const signal = new AbortController().signal;
const audited: AuditLine[] = [];
let db: Db;
let local: Awaited<ReturnType<typeof makeLocalFixture>>;
const servers: { close: () => Promise<void> }[] = [];

beforeEach(async () => {
  local = await makeLocalFixture();
  const file = path.join(local.base, "filedeck.db");
  await migrate(file, "prisma/migrations");
  db = openDb(file);
  audited.length = 0;
  const audit = { record: (line: AuditLine) => void audited.push(line), flush: () => Promise.resolve() };
  startAppOf({ keys: deriveKeys(Buffer.alloc(32)), stopping: signal, audit });
  for (const id of ["mia", "tom"])
    await db.user.create({
      data: { id, username: id, passwordHash: "", grants: { ...noGrants, auth_list: rights }, preferences: {} },
    });
  forgetActors();
});
afterEach(async () => {
  for (const connection of allConnections()) endConnection(connection);
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await db.$disconnect();
  await local.close();
});

/** As the database has them. */
const scopes = scopesOf(false, [noGrants]);

/** A context with the parts that are used. */
function as(id: string, permissions: readonly Permission[] = rights, roleId: string | null = null): Ctx {
  const actor = { ...visitor, userId: id, username: id, roleId, permissions: new Set(permissions), scopes };
  const log = pino({ level: "silent" });
  return { actor, db, log, signal, about: () => {} } as unknown as Ctx; // what connections use of it
}

async function serve(options: Parameters<typeof startSshServer>[0]) {
  const server = await startSshServer(options);
  servers.push(server);
  return server;
}

const withPassword = (password: string) =>
  serve({
    signIn: (attempt) => {
      if (attempt.method === "password" && attempt.password === password) attempt.accept();
      else attempt.reject(["password"]);
    },
  });

const save = async (fields: Partial<NewSshHost> & { port: number }, ctx = as("mia")) =>
  (
    await createHost(
      sshContract.createHost.input.parse({ name: "box", address: "127.0.0.1", username: "mia", ...fields }),
      ctx,
    )
  ).id;

/** Somebody who trusts what they see, and answers in turn. */
function somebody(...answers: string[]) {
  const asked: Question[] = [];
  const shown: ShownKey[] = [];
  const person: Person = {
    trusts: async (key) => shown.push(key) > 0,
    answer: async (question) => {
      asked.push(question);
      const answer = answers.shift();
      return answer === undefined ? null : { answers: answer.split("|"), keep: false };
    },
  };
  return { person, asked, shown };
}

const connect = (hostId: string, person: Person | null, ctx = as("mia")) => connectTo(ctx, { hostId, person, signal });
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

test("a new host's key is shown once, and a saved password is not asked for", async () => {
  const { port } = await withPassword("pw");
  const id = await save({ port, password: "pw" });
  expect(await keyOf(connect(id, null))).toBe("ssh/not-connected");
  const { person, shown, asked } = somebody();
  await connect(id, person);
  expect([shown.length, shown[0]?.known, asked.length]).toEqual([1, null, 0]);
  expect(shown[0]?.fingerprint).toMatch(/^SHA256:[\w+/]{43}$/);
  expect(stateOf({ userId: "mia", hostId: id })).toBe("open");
  endAll();
  await vi.waitFor(() => expect(stateOf({ userId: "mia", hostId: id })).toBe("none"));
  await connect(id, null);
});

const endAll = () => allConnections().forEach(endConnection);

test("a host that shows another key is not signed in at, until somebody says so", async () => {
  const first = await withPassword("pw");
  const id = await save({ port: first.port, password: "pw" });
  await connect(id, somebody().person);
  await first.close();
  servers.splice(0);
  let tries = 0;
  const other = await startSshServer({
    hostKey: newHostKey(),
    signIn: (attempt) => {
      tries++;
      if (attempt.method === "password") attempt.accept();
      else attempt.reject(["password"]);
    },
  });
  servers.push(other);
  await updateHost({ id, port: other.port }, as("mia"));
  await db.sshHostKey.updateMany({ data: { address: `127.0.0.1:${other.port}` } });
  expect(await keyOf(connect(id, null))).toBe("ssh/host-key");
  const doubting = somebody();
  expect(await keyOf(connect(id, { ...doubting.person, trusts: async () => false }))).toBe("ssh/host-key");
  expect(tries).toBe(0);
  const { person, shown } = somebody();
  await connect(id, person);
  expect([shown[0]?.known?.startsWith("SHA256:"), shown[0]?.known === shown[0]?.fingerprint]).toEqual([true, false]);
  expect(audited.map(({ action }) => action)).toEqual(["TRUST ssh/host-keys", "TRUST ssh/host-keys"]);
  expect(audited[1]).toMatchObject({ username: "mia", target: expect.stringContaining(shown[0]?.fingerprint ?? "?") });
});

test("asks for a password, again when it was wrong, and gives up", async () => {
  const { port } = await withPassword("pw");
  const id = await save({ port });
  const right = somebody("wrong", "pw");
  await connect(id, right.person);
  expect(right.asked.map(({ what, is_again }) => [what, is_again])).toEqual([
    ["password", false],
    ["password", true],
  ]);
  endAll();
  await vi.waitFor(() => expect(allConnections()).toEqual([]));
  expect(await keyOf(connect(id, somebody("a", "b", "c", "d").person))).toBe("ssh/sign-in");
  expect(await keyOf(connect(id, somebody().person))).toBe("request/cancelled");
  expect(stateOf({ userId: "mia", hostId: id })).toBe("none");
});

test("a kept password is sealed, and is used the next time", async () => {
  const { port } = await withPassword("pw");
  const id = await save({ port });
  const { person } = somebody();
  await connect(id, { ...person, answer: async () => ({ answers: ["pw"], keep: true }) });
  const row = await db.sshHost.findUniqueOrThrow({ where: { id } });
  expect(row.password).not.toContain("pw");
  expect(JSON.stringify(await describeHosts(as("mia")))).not.toContain(row.password);
  endAll();
  await vi.waitFor(() => expect(allConnections()).toEqual([]));
  await connect(id, null);
});

test("a second factor is asked for in the host's words, after the password that is saved", async () => {
  const { port } = await serve({
    signIn(attempt) {
      if (attempt.method !== "keyboard-interactive") return attempt.reject(["keyboard-interactive"]);
      attempt.prompt([{ prompt: "Password: ", echo: false }], "Login", "", ([password]) => {
        if (password !== "pw") return attempt.reject(["keyboard-interactive"]);
        return attempt.prompt([{ prompt: "Code\u0007:", echo: true }], "Second step", "From your phone", ([code]) =>
          code === "123456" ? attempt.accept() : attempt.reject(["keyboard-interactive"]),
        );
      });
    },
  });
  const id = await save({ port, password: "pw" });
  const { person, asked } = somebody("123456");
  await connect(id, person);
  expect(asked).toEqual([
    {
      host: "box",
      title: "Second step",
      text: "From your phone",
      questions: [{ label: "Code:", is_hidden: false }],
      what: null,
      is_again: false,
      can_keep: false,
    },
  ]);
});

test("a locked key is unlocked by whoever connects, and the host sees its owner's", async () => {
  const keyJob = { make: "ed25519", comment: "", lock: "secret" } as const;
  const { privateKey, publicBlob } = await runKeyJob(keyJob, "mia", signal);
  const input = cryptoContract.importKey.input.parse({ name: "k", text: privateKey, passphrase: "secret" });
  const { key } = await importKey(input, as("mia"));
  const { port } = await serve({
    signIn(attempt) {
      if (attempt.method === "publickey" && attempt.key.data.equals(publicBlob)) attempt.accept();
      else attempt.reject(["publickey"]);
    },
  });
  const id = await save({ port, auth: "key", key_id: key.id });
  const { person, asked } = somebody("wrong", "secret");
  await connect(id, person);
  expect(asked.map(({ what, is_again }) => [what, is_again])).toEqual([
    ["passphrase", false],
    ["passphrase", true],
  ]);
  await db.sshKey.deleteMany({});
  endAll();
  expect(await keyOf(connect(id, person))).toBe("ssh/no-key");
});

test("who shares a host with a role lends it, and neither shows nor gives away what is saved", async () => {
  const { port } = await withPassword("pw");
  await db.role.create({ data: { id: "ops", name: "ops", grants: noGrants } });
  const admin = as("mia", [...rights, "role_manage"]);
  const id = await save({ port, password: "pw", role_ids: ["ops"] }, admin);
  const tom = as("tom", rights, "ops");
  expect(await keyOf(connect(id, null, as("tom")))).toBe("ssh/not-found");
  // Nobody but the owner says which key is right.
  expect(await keyOf(connect(id, somebody().person, tom))).toBe("ssh/host-key");
  await connect(id, somebody().person, admin);
  await connect(id, null, tom);
  expect(await describeHosts(tom)).toMatchObject([{ is_own: false, owner: "mia", has_password: true, role_ids: [] }]);
  expect(await keyOf(updateHost({ id, address: "127.0.0.2" }, tom))).toBe("ssh/not-found");
  expect(await keyOf(deleteHost({ id }, tom))).toBe("ssh/not-found");
  expect(await keyOf(updateHost({ id, role_ids: [] }, as("mia")))).toBe("auth/forbidden");
  expect(await keyOf(updateHost({ id, tags: ["x"] }, as("mia", ["ssh_proxy"])))).toBe("auth/forbidden");
});

test("hosts of the local network need the right to it", async () => {
  const { port, connections } = await withPassword("pw");
  const id = await save({ port, password: "pw" });
  expect(await keyOf(connect(id, somebody().person, as("mia", ["ssh_proxy"])))).toBe("outbound/lan");
  expect(connections()).toBe(0);
});

test("what answers no SSH, and what does not answer, is told apart", async () => {
  const id = await save({ port: 1 });
  expect(await keyOf(connect(id, somebody().person))).toBe("outbound/unreachable");
});

test("a shell says what it gets, ends with its code, and with the connection", async () => {
  const server = await withPassword("pw");
  const id = await save({ port: server.port, password: "pw" });
  const connection = await connect(id, somebody().person);
  const size = { cols: 80, rows: 24 };
  const begin = async () => {
    const shell = await openRemoteShell({ connection, startFolder: "", startCommand: "", size });
    let text = "";
    const exit = new Promise((resolve) => shell.listen({ data: (bytes) => (text += bytes.toString()), exit: resolve }));
    return { shell, exit, text: () => text };
  };
  const first = await begin();
  first.shell.write("hello\n");
  await vi.waitFor(() => expect(first.text()).toContain("got hello"));
  first.shell.write("exit\n");
  expect(await first.exit).toEqual({ code: 7, signal: null });
  const second = await begin();
  expect(connection.uses).toBe(1);
  server.drop();
  expect(await second.exit).toEqual({ code: null, signal: null });
  await vi.waitFor(() => expect(stateOf({ userId: "mia", hostId: id })).toBe("none"));
});

test("a deleted host takes its connections along", async () => {
  const server = await withPassword("pw");
  const id = await save({ port: server.port, password: "pw" });
  await connect(id, somebody().person);
  await deleteHost({ id }, as("mia"));
  await vi.waitFor(() => expect(server.connections()).toBe(0));
  expect(await db.sshHost.count()).toBe(0);
});

test("several who connect at once share what is made", async () => {
  const server = await withPassword("pw");
  const id = await save({ port: server.port, password: "pw" });
  const { person, shown } = somebody();
  const made = await Promise.all([connect(id, person), connect(id, person), connect(id, null)]);
  expect([new Set(made).size, shown.length, server.connections()]).toEqual([1, 1, 1]);
});
