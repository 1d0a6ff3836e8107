import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startMailServer } from "@/e2e/support/start-mail-server";
import { deriveKeys } from "@/lib/server/base/keys";
import { startApp, type App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import type { Task } from "@/lib/contracts/task";
import { maxMessages, shownMessages, type Told } from "@/lib/shared/notify";
import { noteLooking } from "./list/looking";
import { deleteMessages, findMessages, onMessagesChanged, pruneMessages, readMessages } from "./list/messages";
import { handedOn, testNotify } from "./deliver";
import { afterReading } from "@/lib/server/db/after-reading-fixture";
import { linksSetting } from "@/lib/server/appearance/appearance-settings";
import { setMailSetting } from "./mail/mail-setting";
import { setMailAddress, testMail, verifyMailAddress } from "./mail/own-address";
import { setChoices } from "./profile";
import { startNotify, stopNotify } from "./start-notify";
import { tellOfTask } from "./tell-of-task";

const account = { username: "postmaster", password: "mail-secret-1" };
let fixture: TaskFixture;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let ctx: Ctx;
beforeAll(async () => {
  fixture = await makeTaskFixture();
  mail = await startMailServer(account);
  const { log } = fixture.ctx();
  const parts = { db: fixture.db, log, keys: deriveKeys(Buffer.alloc(32, 1)), stopping: new AbortController().signal };
  startApp({ ...parts, env: { publicUrl: new URL("https://deck.example.com/files") } } as App);
  const permissions = new Set(["lan_access", "notify_setting"] as const);
  ctx = { ...fixture.ctx(), actor: { ...fixture.actor, permissions }, about: () => {} };
  await startNotify(parts as App);
});
afterEach(async () => {
  await handedOn();
  await fixture.db.message.deleteMany();
  await fixture.db.notifyProfile.deleteMany();
});
afterAll(async () => {
  await stopNotify();
  await setMailSetting({ ...setting(), enabled: false }, ctx);
  mail.close();
  await fixture.close();
});

const alert: Told = {
  kind: "alert",
  importance: "warning",
  words: "alertFired",
  params: { metric: "space", subject: "/srv", comparison: "above", value: 0.93, limit: 0.9, minutes: 5, host: "deck" },
  link: "/system/alerts",
};
const list = () => findMessages(fixture.db, "mia");
async function tell(message: Told = alert, rest: { isRead?: boolean } = {}): Promise<void> {
  tellUser({ userId: "mia", message, ...rest });
  await handedOn();
}
const setting = () => ({
  enabled: true,
  host: "127.0.0.1",
  port: mail.port,
  security: "none" as const,
  username: account.username,
  password: account.password,
  from: "Filedeck <filedeck@example.com>",
});
/** With an address that counts. */
async function giveAddress(): Promise<void> {
  await setMailSetting(setting(), ctx);
  const data = { mail: "mia@example.com", verifiedAt: new Date() };
  await fixture.db.notifyProfile.upsert({
    where: { userId: "mia" },
    create: { userId: "mia", choices: {}, ...data },
    update: data,
  });
}

test("keeps what a user is told, the newest first, read or not, and takes it back", async () => {
  const changes: string[] = [];
  const stop = onMessagesChanged((userId) => changes.push(userId));
  await tell();
  await tell({ ...alert, words: "alertResolved" }, { isRead: true });
  const { messages, unread } = await list();
  expect([messages.map(({ words, is_read: isRead }) => [words, isRead]), unread]).toEqual([
    [
      ["alertResolved", true],
      ["alertFired", false],
    ],
    1,
  ]);
  await readMessages({}, ctx);
  expect((await list()).unread).toBe(0);
  await deleteMessages({ ids: [messages[0]?.id ?? ""] }, ctx);
  expect((await list()).messages.map(({ words }) => words)).toEqual(["alertFired"]);
  expect(changes).toEqual(["mia", "mia", "mia", "mia"]);
  stop();
});

test("nobody reads or deletes what another was told, and nobody who is gone is told anything", async () => {
  await tell();
  const [id = ""] = (await list()).messages.map((message) => message.id);
  const tom = { ...ctx, actor: { ...ctx.actor, userId: "tom" } };
  expect(await readMessages({ ids: [id] }, tom)).toMatchObject({ messages: [], unread: 0 });
  await deleteMessages({ ids: [id] }, tom);
  expect((await list()).unread).toBe(1);
  tellUser({ userId: "nobody", message: alert });
  await handedOn();
  expect(await fixture.db.message.count()).toBe(1);
});

test("keeps so many and so long, and no more", async () => {
  const old = { userId: "mia", kind: "alert", importance: "info", words: "test", params: {}, link: null };
  // Many of one kind push out no other, from the list that is shown neither.
  await fixture.db.message.create({ data: { ...old, id: "first", kind: "security", createdAt: new Date(0) } });
  await fixture.db.message.createMany({
    data: Array.from({ length: maxMessages + 20 }, (_, index) => ({
      ...old,
      id: `m${index}`,
      createdAt: new Date(index + 1),
    })),
  });
  await tell();
  expect(await fixture.db.message.count()).toBe(maxMessages);
  expect(await fixture.db.message.findUnique({ where: { id: "m21" } })).toBeNull();
  expect((await list()).messages).toHaveLength(shownMessages);
  expect((await list()).messages.filter(({ kind }) => kind === "security")).toHaveLength(1);
  await pruneMessages(fixture.db);
  expect((await list()).messages.map(({ words }) => words)).toEqual(["alertFired"]);
});

test("links begin with the address that was set, else with that of the start", async () => {
  await giveAddress();
  const linkOf = async () => {
    const before = mail.mails.length;
    await tell();
    await vi.waitFor(async () =>
      expect([mail.mails.length, await fixture.db.delivery.count()]).toEqual([before + 1, 0]),
    );
    return /\S+\/system\/alerts/.exec(mail.mails.at(-1)?.text ?? "")?.[0];
  };
  await linksSetting.write({ address: "https://nas.example.org/deck" }, ctx);
  expect(await linkOf()).toBe("https://nas.example.org/deck/system/alerts");
  await linksSetting.write({ address: "" }, ctx);
  expect(await linkOf()).toBe("https://deck.example.com/files/system/alerts");
});

test("mails in the user’s own language, with a link, to an address that has been verified", async () => {
  await giveAddress();
  await fixture.setUser({ preferences: { language: "de" } });
  await tell();
  await vi.waitFor(() => expect(mail.mails.at(-1)?.subject).toMatch(/Speicherplatz belegt auf \/srv: 93\s%$/u));
  expect(mail.mails.at(-1)?.text).toContain("Grenzwert: 90\u00a0%. Server: deck.");
  expect(mail.mails.at(-1)?.text).toContain("https://deck.example.com/files/system/alerts");
  await vi.waitFor(async () => expect(await fixture.db.delivery.count()).toBe(0));
  await setChoices({ alert: ["list"], task: [], security: [], server: [] }, ctx);
  const before = mail.mails.length;
  await tell();
  await fixture.db.notifyProfile.updateMany({ data: { choices: {}, verifiedAt: null } });
  await tell();
  expect([mail.mails.length, await fixture.db.delivery.count()]).toEqual([before, 0]);
  await fixture.setUser({ preferences: {} });
});

test("a new address gets a code and nothing else, and guesses are counted", async () => {
  await giveAddress();
  const before = mail.mails.length;
  await setMailAddress({ address: "new@example.com" }, ctx);
  await expect(setMailAddress({ address: "other@example.com" }, ctx)).rejects.toMatchObject({
    key: "notify/mail-soon",
  });
  await tell();
  expect(mail.mails.slice(before).map(({ to }) => to)).toEqual([["new@example.com"]]);
  const code = /\b\d{6}\b/.exec(mail.mails.at(-1)?.text ?? "")?.[0] ?? "";
  const wrong = code === "000000" ? "111111" : "000000";
  await expect(verifyMailAddress({ code: wrong }, ctx)).rejects.toMatchObject({ key: "notify/mail-code" });
  await verifyMailAddress({ code }, ctx);
  await expect(verifyMailAddress({ code }, ctx)).rejects.toMatchObject({ key: "notify/mail-code" });
  await fixture.db.notifyProfile.updateMany({ data: { codeSentAt: null } });
  await setMailAddress({ address: "new@example.com" }, ctx);
  const next = /\b\d{6}\b/.exec(mail.mails.at(-1)?.text ?? "")?.[0] ?? "";
  for (let count = 0; count < 5; count++)
    await verifyMailAddress({ code: next === "000000" ? "111111" : "000000" }, ctx).catch(() => undefined);
  await expect(verifyMailAddress({ code: next }, ctx)).rejects.toMatchObject({ key: "notify/mail-code" });
});

test("proves by a code the address that it was sent to, not one that was entered meanwhile", async () => {
  await setMailSetting(setting(), ctx);
  await fixture.db.notifyProfile.deleteMany();
  await setMailAddress({ address: "new@example.com" }, ctx);
  const code = /\b\d{6}\b/.exec(mail.mails.at(-1)?.text ?? "")?.[0] ?? "";
  const enter = async () => {
    await fixture.db.notifyProfile.updateMany({ data: { codeSentAt: null } });
    await setMailAddress({ address: "victim@example.com" }, ctx);
  };
  const db = afterReading(fixture.db, enter, ({ model }) => model === "NotifyProfile");
  await expect(verifyMailAddress({ code }, { ...ctx, db })).rejects.toMatchObject({ key: "notify/mail-code" });
  expect(await fixture.db.notifyProfile.findFirst()).toMatchObject({ mail: "victim@example.com", verifiedAt: null });
});

test("says what is wrong with a mail server, and gives its password to no other", async () => {
  const send = () => testMail({ to: "a@example.com" }, ctx);
  await setMailSetting({ ...setting(), password: "wrong" }, ctx);
  await expect(send()).rejects.toMatchObject({ key: "notify/mail-sign-in" });
  await setMailSetting({ ...setting(), security: "tls" }, ctx);
  await expect(send()).rejects.toMatchObject({ key: "notify/mail-tls" });
  await setMailSetting({ ...setting(), port: 1 }, ctx);
  await expect(send()).rejects.toMatchObject({ key: "outbound/unreachable" });
  mail.refuse("550");
  await setMailSetting(setting(), ctx);
  await expect(send()).rejects.toMatchObject({ key: "notify/mail-refused" });
  mail.refuse(null);
  const kept = await setMailSetting({ ...setting(), password: null }, ctx);
  expect([kept.has_password, JSON.stringify(kept).includes(account.password)]).toEqual([true, false]);
  expect((await setMailSetting({ ...setting(), host: "localhost", password: null }, ctx)).has_password).toBe(false);
  const guest = { ...ctx, actor: { ...ctx.actor, permissions: new Set(["notify_setting"] as const) } };
  await expect(setMailSetting(setting(), guest)).rejects.toMatchObject({ key: "outbound/lan" });
});

test("tells of a task that nobody has seen end: a long one, and one that failed", async () => {
  const task = { id: "t1", kind: "copy", title: "photos", count: 3, started_at: 0 };
  const end = (state: Task["state"], finished_at: number) => tellOfTask({ ...task, state, finished_at } as Task, "mia"); // what it looks at
  end("done", 5_000);
  end("failed", 5_000);
  end("cancelled", 500_000);
  const stop = noteLooking("mia");
  end("done", 500_000);
  stop();
  end("done", 120_000);
  await handedOn();
  expect((await list()).messages.map(({ words, params }) => [words, params])).toEqual([
    ["taskDone", { kind: "copy", task: "photos", count: 3, minutes: 2 }],
  ]);
});

test("a flood of one user’s messages is cut, and another’s is handed on", async () => {
  await fixture.db.user.create({ data: { id: "tom", username: "tom", passwordHash: "", grants: {}, preferences: {} } });
  for (let count = 0; count < 600; count++) tellUser({ userId: "mia", message: alert });
  tellUser({ userId: "tom", message: alert });
  await handedOn();
  expect((await findMessages(fixture.db, "tom")).messages).toHaveLength(1);
  expect(await fixture.db.message.count({ where: { userId: "mia" } })).toBeLessThanOrEqual(201);
  await fixture.db.user.delete({ where: { id: "tom" } });
});

test("a user tests a few times a minute, whatever others do", async () => {
  for (let count = 0; count < 5; count++) await testNotify({}, ctx);
  await expect(testNotify({}, ctx)).rejects.toMatchObject({ key: "notify/test-soon" });
  const own = { ...ctx, actor: { ...ctx.actor, userId: "nobody" } };
  await expect(testNotify({}, own)).rejects.not.toMatchObject({ key: "notify/test-soon" });
});
