import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startOrigin, type Origin } from "@/e2e/support/start-origin";
import { deriveKeys } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { portableSettings } from "@/lib/server/group/define-setting";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { enter } from "@/lib/server/user/enter";
import { hookSetting, setHookSetting, testHook } from "./hook-setting";

let fixture: DbFixture;
let db: Db;
let other: Origin;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
const lines: AuditLine[] = [];
const secret = "a-secret-of-the-two-servers";

beforeAll(async () => {
  startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)), audit: auditInto(lines) });
  fixture = await makeDbFixture();
  ({ db } = fixture);
  for (const id of ["mia", "tom"])
    await db.user.create({
      data: { id, username: id, isRoot: id === "mia", passwordHash: "x", grants: noGrants, preferences: {} },
    });
  other = await startOrigin((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
  });
});
afterAll(async () => {
  await set({ enabled: false });
  other.close();
  await fixture.close();
});
beforeEach(async () => {
  lines.splice(0);
  say({ allow: true });
  await set({});
});

const say = (value: unknown, status = 200) => {
  answer = (_, response) => response.writeHead(status).end(typeof value === "string" ? value : JSON.stringify(value));
};

type Asker = { permissions?: string[]; isLocal?: boolean; isRoot?: boolean };

function ctxOf({ permissions = ["lan_access"], isLocal = false, isRoot = true }: Asker = {}) {
  let left = 0;
  const ctx = {
    db,
    log: pino({ level: "silent" }),
    actor: { ...visitor, userId: "mia", username: "mia", isRoot, permissions: new Set(permissions) },
    about: () => undefined,
    signal: new AbortController().signal,
    request: { id: "r", address: "203.0.113.7", agent: "Firefox", isLocal, cookie: () => null },
    browser: { signIn: () => undefined, keep: () => undefined },
    leaveTurn: () => void left++,
  } as unknown as Ctx; // what these use of it
  return { ctx, left: () => left };
}

type Input = Parameters<typeof setHookSetting>[0];

function inputOf(changes: Partial<Input>): Input {
  return {
    enabled: true,
    url: `${other.url}/sign-in`,
    allow_private: true,
    timeout_seconds: 1,
    unanswered: "deny",
    tokens: false,
    secret,
    ...changes,
  };
}
const set = (changes: Partial<Input>, asker: Asker = {}) => setHookSetting(inputOf(changes), ctxOf(asker).ctx);

const tryAs = (userId: string, options: Parameters<typeof ctxOf>[0] = {}) =>
  enter(ctxOf(options).ctx, { userId, way: "passkey", stay: true, found: [] }).then(
    () => "in",
    (error: { key?: string; params?: { message?: string } }) =>
      [error.key, error.params?.message].filter((text) => text !== undefined).join(" "),
  );

it("tells who signs in and how, signed so that the other server can tell, and holds no turn meanwhile", async () => {
  let seen = {};
  answer = (request, response, body) => {
    const time = String(request.headers["x-filedeck-timestamp"]);
    const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    const isSigned = request.headers["x-filedeck-signature"] === `sha256=${expected}`;
    const { time: at, ...rest }: { time: string } = JSON.parse(body);
    seen = { ...rest, isSigned, isNow: Math.abs(Date.parse(at) - Date.now()) < 5_000 };
    response.end(`{"allow":true}`);
  };
  const { ctx, left } = ctxOf();
  await enter(ctx, { userId: "tom", way: "passkey", stay: true, found: [] });
  const asked = { username: "tom", address: "203.0.113.7", agent: "Firefox", way: "passkey" };
  expect(seen).toEqual({ ...asked, isSigned: true, isNow: true });
  expect(left()).toBe(1);
});

it("lets nobody in whom it refuses, with its words, and makes no session", async () => {
  const before = await db.session.count();
  say({ allow: false, message: "Come back in the morning" });
  expect(await tryAs("tom")).toBe("auth/hook-denied-because Come back in the morning");
  say({ allow: false });
  expect(await tryAs("tom")).toBe("auth/hook-denied");
  expect(await db.session.count()).toBe(before);
});

it("does what the setting says when the answer is late, another one, or none, and records it", async () => {
  const hang = () => void (answer = () => undefined);
  const failures: [() => void, string][] = [
    [() => say("nonsense"), "auth/hook-answer"],
    [() => say({ allow: "yes" }), "auth/hook-answer"],
    [() => say({ allow: true }, 500), "auth/hook-answer"],
    [() => say({ allow: true, message: "x".repeat(40_000) }), "outbound/too-large"],
    [hang, "outbound/timeout"],
  ];
  for (const [fail, key] of failures) {
    fail();
    expect([await tryAs("tom"), lines.at(-1)?.outcome, key]).toEqual(["auth/hook-away", key, key]);
  }
  await set({ unanswered: "allow" });
  hang();
  expect(await tryAs("tom")).toBe("in");
  expect(lines.at(-1)).toMatchObject({ action: "ASK user/sign-in-hook", username: "tom", outcome: "outbound/timeout" });
});

it("is not asked about administrators at the server itself, about all others everywhere", async () => {
  say({ allow: false });
  expect(await tryAs("mia")).toBe("auth/hook-denied");
  expect(await tryAs("mia", { isLocal: true })).toBe("in");
  expect(await tryAs("tom", { isLocal: true })).toBe("auth/hook-denied");
});

it("reaches the local network only where somebody with that right has said so, and tries without storing", async () => {
  await set({ enabled: false, allow_private: false });
  await expect(setHookSetting(inputOf({}), ctxOf({ permissions: [] }).ctx)).rejects.toThrow("auth/forbidden");
  const outside = await testHook(inputOf({ allow_private: false }), ctxOf({ permissions: [] }).ctx);
  expect([outside.outcome, outside.message]).toEqual(["unanswered", "outbound/lan"]);
  say({ allow: false, message: "no" });
  expect(await testHook(inputOf({}), ctxOf().ctx)).toMatchObject({ outcome: "deny", message: "no" });
  expect(await tryAs("tom")).toBe("in");
});

it("signs with the secret for no other address than it was entered for", async () => {
  const signatures: boolean[] = [];
  answer = (request, response, body) => {
    const time = String(request.headers["x-filedeck-timestamp"]);
    const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    signatures.push(request.headers["x-filedeck-signature"] === `sha256=${expected}`);
    response.end(`{"allow":true}`);
  };
  expect((await set({ secret: null })).has_secret).toBe(true);
  await tryAs("tom");
  expect((await set({ secret: null, url: `${other.url}/elsewhere` })).has_secret).toBe(false);
  await tryAs("tom");
  // The first sign-in, the question whether the other address answers, and the second.
  expect(signatures).toEqual([true, false, false]);
});

it("is not turned on where no answer refuses and none comes, whoever saves it; as it was it can be saved again", async () => {
  await set({ enabled: false });
  say("nonsense");
  await expect(set({})).rejects.toThrow("auth/hook-unanswered");
  await expect(set({ url: "http://127.0.0.1:9/" })).rejects.toThrow("auth/hook-unanswered");
  expect(hookSetting.get().enabled).toBe(false);
  const file = portableSettings().find(({ name }) => name === hookSetting.name);
  const imported = file?.parse({ ...hookSetting.get(), enabled: true }) ?? {};
  await expect(file?.check(imported, ctxOf().ctx)).rejects.toThrow("auth/hook-unanswered");

  await set({ unanswered: "allow" });
  await expect(set({ unanswered: "deny" })).rejects.toThrow("auth/hook-unanswered");
  say({ allow: false });
  await set({ unanswered: "deny" });
  say("nonsense");
  // It was on before and is no worse: other fields can be changed while it is away.
  await set({ secret: null, tokens: true });
  expect(hookSetting.get()).toMatchObject({ enabled: true, tokens: true });
});

it("decides about administrators only where one of them has set it, and is then changed by nobody else", async () => {
  const delegate = { isRoot: false };
  for (const changes of [{}, { enabled: false }, { url: `${other.url}/elsewhere` }, { unanswered: "allow" as const }])
    await expect(set(changes, delegate)).rejects.toThrow("auth/root-only");
  expect(await testHook(inputOf({}), ctxOf(delegate).ctx)).toMatchObject({ outcome: "allow" });
  say({ allow: false });
  expect([await tryAs("mia"), await tryAs("tom")]).toEqual(["auth/hook-denied", "auth/hook-denied"]);

  await set({ enabled: false });
  await set({}, delegate);
  expect([await tryAs("mia"), await tryAs("tom")]).toEqual(["in", "auth/hook-denied"]);
  say("nonsense");
  expect([await tryAs("mia"), await tryAs("tom")]).toEqual(["in", "auth/hook-away"]);
  await set({ secret: null, tokens: true }, delegate);
  say({ allow: false });
  expect(await tryAs("mia")).toBe("in");
  // Once an administrator has saved it, it is theirs.
  await set({});
  expect(await tryAs("mia")).toBe("auth/hook-denied");
  await expect(set({ enabled: false }, delegate)).rejects.toThrow("auth/root-only");
});

it("decides about administrators where it is not known who had set it", async () => {
  const { by_administrator: _, ...old } = hookSetting.get();
  await db.setting.update({ where: { key: hookSetting.name }, data: { value: old } });
  await hookSetting.load(db);
  say({ allow: false });
  expect(await tryAs("mia")).toBe("auth/hook-denied");
  await expect(set({ enabled: false }, { isRoot: false })).rejects.toThrow("auth/root-only");
});

it("is not set by who asked before somebody else set it, or turned it off on the server, nor for a session that has ended", async () => {
  const others: [() => Promise<unknown>, string][] = [
    [() => set({ url: `${other.url}/of-an-administrator`, unanswered: "allow" }), "auth/hook-changed"],
    [() => hookSetting.load(db), "auth/hook-changed"],
    [() => db.user.update({ where: { id: "mia" }, data: { disabled: true } }), "auth/required"],
  ];
  for (const [act, failure] of others) {
    await set({ enabled: false });
    answer = (_, response) => void act().then(() => response.end(`{"allow":true}`));
    await expect(set({}, { isRoot: false })).rejects.toThrow(failure);
    expect(hookSetting.get()).not.toMatchObject({ url: `${other.url}/sign-in`, enabled: true });
  }
  await db.user.update({ where: { id: "mia" }, data: { disabled: false } });
});

it("shows of its words one line, in which nothing turns the page around", async () => {
  say({ allow: false, message: "  Go\u202e away\n\u0007now \ud83d" });
  expect(await tryAs("tom")).toBe("auth/hook-denied-because Go  away now \ufffd");
});
