import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import pino from "pino";
import { cryptoContract } from "@/lib/contracts/crypto";
import { sshContract } from "@/lib/contracts/ssh";
import type { Permission } from "@/lib/shared/permissions";
import { deriveKeys, hashToken } from "@/lib/server/base/keys";
import { createKey, exportKey, importKey, listKeys } from "@/lib/server/crypto/manage-keys";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { onTold, type Telling } from "@/lib/server/runtime/tell-user";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { allConnections, connectTo, endConnection } from "@/lib/server/ssh/connections";
import { loadHostRoots } from "@/lib/server/ssh/host-roots";
import { createHost } from "@/lib/server/ssh/manage-hosts";
import { startSshServer } from "@/lib/server/ssh/ssh-server-fixture";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { removeSecondFactor } from "./factor/remove-second-factor";
import { resetPassword, updateUser } from "./manage-users";
import { proxySetting } from "./proxy/proxy-setting";

const password = "a-new-horse-battery";
const signal = new AbortController().signal;
const usual: Permission[] = ["ssh_proxy", "lan_access"];
const audited: AuditLine[] = [];
const told: Telling[] = [];
let db: Db;
let local: Awaited<ReturnType<typeof makeLocalFixture>>;
let server: Awaited<ReturnType<typeof startSshServer>>;
let stopHearing: () => void;

beforeEach(async () => {
  local = await makeLocalFixture();
  db = await openNewDb(path.join(local.base, "filedeck.db"));
  audited.length = 0;
  told.length = 0;
  stopHearing = onTold((telling) => void told.push(telling));
  startAppOf({ keys: deriveKeys(Buffer.alloc(32)), stopping: signal, audit: auditInto(audited) });
  const make = (id: string, permissions: Permission[], isRoot = false) =>
    db.user.create({
      data: {
        id,
        username: id,
        passwordHash: "",
        isRoot,
        grants: { ...noGrants, auth_list: permissions },
        preferences: {},
      },
    });
  await make("root", [], true);
  await make("mia", [...usual, "user_manage"]);
  await make("tom", usual);
  server = await startSshServer({
    signIn: (attempt) => {
      if (attempt.method === "password" && attempt.password === "only tom knows") attempt.accept();
      else attempt.reject(["password"]);
    },
  });
  forgetActors();
});
afterEach(async () => {
  stopHearing();
  for (const connection of allConnections()) endConnection(connection);
  await server.close();
  await db.$disconnect();
  await local.close();
});

/** As they are at the moment, with the parts of a context that are used. */
async function as(userId: string): Promise<Ctx> {
  forgetActors();
  const actor = await findUserActor(db, userId);
  if (actor === null) throw new Error(`no ${userId}`);
  return {
    actor,
    db,
    log: pino({ level: "silent" }),
    signal,
    about: () => {},
    request: { address: "192.0.2.7" },
  } as unknown as Ctx; // what these use of it
}

const person = { trusts: async () => true, answer: async () => null };

/** What Tom has saved: a host with its password, an open connection to it, and a key without a passphrase. */
async function fill() {
  const ctx = await as("tom");
  const fields = { name: "box", address: "127.0.0.1", port: server.port, username: "tom", password: "only tom knows" };
  const { id: hostId } = await createHost(sshContract.createHost.input.parse(fields), ctx);
  await loadHostRoots(db);
  await connectTo(ctx, { hostId, person, signal });
  const { key } = await createKey(cryptoContract.createKey.input.parse({ name: "laptop", type: "ed25519" }), ctx);
  const { private_key: privateKey } = await exportKey({ id: key.id }, ctx);
  await db.apiToken.create({ data: { id: "t", userId: "tom", name: "t", tokenHash: hashToken("t"), authList: [] } });
  await db.appPassword.create({ data: { id: "a", userId: "tom", name: "a", secretHash: "a", readOnly: false } });
  return { hostId, keyId: key.id, privateKey };
}

it("leaves whoever sets another’s password none of what is saved in the account", async () => {
  const { hostId, keyId } = await fill();
  await resetPassword({ id: "tom", password }, await as("mia"));
  expect(allConnections()).toHaveLength(0);
  const thief = await as("tom");
  await expect(connectTo(thief, { hostId, person, signal })).rejects.toThrow("request/cancelled");
  await expect(connectTo(thief, { hostId, person: null, signal })).rejects.toThrow("ssh/not-connected");
  await expect(exportKey({ id: keyId }, thief)).rejects.toThrow("crypto/locked");
  expect(await db.apiToken.count()).toBe(0);
  expect(await db.appPassword.count()).toBe(0);
});

it("ends a sign-in at a host that is under way, and saves nothing of it", async () => {
  const { hostId } = await fill();
  for (const connection of allConnections()) endConnection(connection);
  const tom = await as("tom");
  await db.sshHost.update({ where: { id: hostId }, data: { password: null } });
  const answer = async () => {
    await resetPassword({ id: "tom", password }, await as("mia"));
    return { answers: ["only tom knows"], keep: true };
  };
  const made = connectTo(tom, { hostId, person: { ...person, answer }, signal });
  await expect(made).rejects.toThrow("ssh/lost");
  expect(allConnections()).toHaveLength(0);
  expect(await db.sshHost.findUnique({ where: { id: hostId } })).toMatchObject({ password: null });
});

it("gives keys back with their private half, or when an administrator has set the password", async () => {
  const { keyId, privateKey } = await fill();
  await resetPassword({ id: "tom", password }, await as("mia"));
  const tom = await as("tom");
  expect((await listKeys({}, tom)).keys[0]).toMatchObject({ id: keyId, is_withheld: true });
  const text = { name: "again", text: privateKey };
  const { key } = await importKey(cryptoContract.importKey.input.parse(text), tom);
  expect(key).toMatchObject({ id: keyId, is_withheld: false });
  await expect(importKey(cryptoContract.importKey.input.parse(text), tom)).rejects.toThrow("crypto/known");
  await resetPassword({ id: "tom", password }, await as("mia"));
  await expect(exportKey({ id: keyId }, tom)).rejects.toThrow("crypto/locked");
  // Ways in that were made meanwhile go.
  await db.identity.create({ data: { id: "i", userId: "tom", issuer: "https://id", subject: "mia", name: "mia" } });
  await resetPassword({ id: "tom", password }, await as("root"));
  expect((await exportKey({ id: keyId }, tom)).private_key).toContain("PRIVATE KEY");
  expect(await db.identity.count()).toBe(0);
});

it("tells whose account it is, and the audit log", async () => {
  await resetPassword({ id: "tom", password }, await as("mia"));
  expect(audited).toMatchObject([{ username: "mia", target: "tom", address: "192.0.2.7" }]);
  await resetPassword({ id: "tom", password }, await as("root"));
  await removeSecondFactor({ id: "tom" }, await as("mia"));
  expect(told.map(({ userId, message }) => [userId, message.words, message.params])).toEqual([
    ["tom", "accountReset", { name: "mia" }],
    ["tom", "passwordReset", { name: "root" }],
    ["tom", "factorRemoved", { name: "mia" }],
  ]);
});

it("counts another name as another way in where a proxy’s header names users", async () => {
  const { keyId } = await fill();
  await updateUser({ id: "tom", username: "thomas" }, await as("mia"));
  await exportKey({ id: keyId }, await as("tom"));
  await proxySetting.save(db, { ...proxySetting.get(), enabled: true });
  try {
    await updateUser({ id: "tom", username: "mia-at-the-portal" }, await as("mia"));
  } finally {
    await proxySetting.save(db, { ...proxySetting.get(), enabled: false });
  }
  await expect(exportKey({ id: keyId }, await as("tom"))).rejects.toThrow("crypto/locked");
});

it("costs nothing to change one’s own", async () => {
  await resetPassword({ id: "mia", password }, await as("mia"));
  expect(told).toEqual([]);
  expect(await db.user.findUnique({ where: { id: "mia" } })).toMatchObject({ resetAt: null });
});
