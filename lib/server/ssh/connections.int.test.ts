import { beforeEach, expect, test, vi } from "vitest";
import { cryptoContract } from "@/lib/contracts/crypto";
import { runKeyJob } from "@/lib/server/crypto/key-file/run-key-job";
import { importKey } from "@/lib/server/crypto/manage-keys";
import type { Db } from "@/lib/server/db/open-db";
import { forgetActors } from "@/lib/server/session/find-actor";
import { recheckAll } from "@/lib/server/session/recheck";
import { noGrants } from "@/lib/server/session/grants";
import { setReachJudge } from "@/lib/server/session/role-reach";
import { judgeRoleReach } from "@/lib/server/user/judge-role-reach";
import { allConnections, endConnection, stateOf } from "./connections";
import { setUpConnections } from "./connections-fixture";
import { deleteHost, describeHosts, updateHost } from "./manage-hosts";
import { openRemoteShell } from "./remote-shell";
import { newHostKey, startSshServer } from "./ssh-server-fixture";

const {
  rights,
  audited,
  as,
  serve,
  withPassword,
  save,
  somebody,
  connect,
  keyOf,
  servers,
  db: dbNow,
} = setUpConnections();
const signal = new AbortController().signal;
let db: Db;
beforeEach(() => {
  db = dbNow();
});

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
  const grants = { ...noGrants, auth_list: [...admin.actor.permissions] };
  await db.user.update({ where: { id: "mia" }, data: { grants } });
  setReachJudge(judgeRoleReach);
  const id = await save({ port, password: "pw", role_ids: ["ops"] }, admin);
  const tom = as("tom", rights, "ops");
  expect(await keyOf(connect(id, null, as("tom")))).toBe("ssh/not-found");
  // Nobody but the owner says which key is right.
  expect(await keyOf(connect(id, somebody().person, tom))).toBe("ssh/host-key");
  await connect(id, somebody().person, admin);
  await connect(id, null, tom);
  expect(await describeHosts(tom)).toMatchObject({
    hosts: [{ is_own: false, owner: "mia", has_password: true, role_ids: [] }],
  });
  expect(await keyOf(updateHost({ id, address: "127.0.0.2" }, tom))).toBe("ssh/not-found");
  expect(await keyOf(deleteHost({ id }, tom))).toBe("ssh/not-found");
  expect(await keyOf(updateHost({ id, role_ids: [] }, as("mia")))).toBe("auth/forbidden");
  expect(await keyOf(updateHost({ id, tags: ["x"] }, as("mia", ["ssh_proxy"])))).toBe("auth/forbidden");
  // Whose role it is, and whose host, is asked while they are connected.
  await db.user.update({ where: { id: "tom" }, data: { roleId: "ops" } });
  forgetActors();
  await recheckAll();
  expect(stateOf({ userId: "tom", hostId: id })).toBe("open");
  await db.user.update({ where: { id: "mia" }, data: { grants: { ...noGrants, auth_list: rights } } });
  forgetActors();
  await recheckAll();
  await vi.waitFor(() => expect(stateOf({ userId: "tom", hostId: id })).toBe("none"));
  expect(stateOf({ userId: "mia", hostId: id })).toBe("open");
  expect(await keyOf(connect(id, null, tom))).toBe("ssh/not-found");
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

test("losing the right to the local network ends a connection there, for whoever asks next and at the next look", async () => {
  const server = await withPassword("pw");
  const id = await save({ port: server.port, password: "pw" });
  await connect(id, somebody().person);
  expect(await keyOf(connect(id, null, as("mia", ["ssh_proxy"])))).toBe("outbound/lan");
  await vi.waitFor(() => expect(server.connections()).toBe(0));
  await connect(id, somebody().person);
  const data = { grants: { ...noGrants, auth_list: ["ssh_proxy"] } };
  await db.user.update({ where: { id: "mia" }, data });
  forgetActors();
  await recheckAll();
  await vi.waitFor(() => expect(server.connections()).toBe(0));
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
