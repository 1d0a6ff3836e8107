import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Message } from "@/lib/contracts/notify";
import { call, signIn, type Session } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startMailServer } from "../support/start-mail-server";
import { startPushService } from "../support/start-push-service";
import { startReceiver } from "../support/start-receiver";

const account = { username: "postmaster", password: "mail-secret-1" };
const secret = "webhook-secret-0123456789";
const soon = { timeout: 45_000 };

async function done(server: Filedeck, session: Session, address: string, body: unknown): Promise<unknown> {
  const { status, text, answer } = await call(server, address, { session, body });
  expect([address, status, status === 200 ? "" : text]).toEqual([address, 200, ""]);
  return answer.data;
}

test("a busy processor reaches the list, the browser, the mailbox and the webhook of whoever may see the system", async () => {
  test.setTimeout(150_000);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-push-"));
  const [push, mail, receiver] = [await startPushService(dir), await startMailServer(account), await startReceiver()];
  const server = await startFiledeck({ env: { NODE_EXTRA_CA_CERTS: push.certPath } });
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "const end = Date.now() + 120_000; while (Date.now() < end);"]),
  );
  try {
    const session = await signIn(server);
    const as = (address: string, body: unknown) => done(server, session, address, body);
    await as("notify/push", push.subscription);
    const setting = { enabled: true, host: "127.0.0.1", port: mail.port, security: "none" };
    await as("setting/mail", { ...setting, ...account, from: "Filedeck <filedeck@example.com>" });
    await as("setting/links", { address: "https://nas.example.org/deck" });
    await as("notify/mail", { address: "root@example.com" });
    const code = /\b\d{6}\b/.exec(mail.mails[0]?.text ?? "")?.[0] ?? "";
    await as("notify/mail/verify", { code });
    await as("notify/webhooks", { name: "pager", url: receiver.url, secret, is_enabled: true, is_for_users: false });
    await as("alert/rules", {
      metric: "cpu",
      subject: null,
      comparison: "above",
      threshold: 0.5,
      for_seconds: 0,
      is_enabled: true,
      importance: "critical",
      repeat_minutes: 0,
      quiet: null,
      role_ids: [],
      user_ids: [],
      ways: ["list", "push", "mail"],
      webhook_ids: null,
    });

    const messages = async () =>
      (await call<{ messages: Message[] }>(server, "notify", { session })).answer.data.messages.filter(
        ({ params }) => params["metric"] === "cpu",
      );
    await expect
      .poll(messages, soon)
      .toEqual([
        expect.objectContaining({ kind: "alert", importance: "critical", words: "alertFired", is_read: false }),
      ]);
    const isCpu = (title: string) => /^CPU usage: (?:100|[5-9]\d)%$/.test(title);
    await expect.poll(() => push.pushed.map(({ title }) => title).filter(isCpu), soon).toHaveLength(1);
    expect(push.pushed.find(({ title }) => isCpu(title))).toMatchObject({
      text: expect.stringMatching(/^Limit: 50%\. Server: \S+\.$/),
      link: expect.stringMatching(/^\/system\?card=cpu&since=\d{13}$/),
      importance: "critical",
    });
    await expect
      .poll(() => mail.mails.filter(({ subject }) => isCpu(subject.replace(/^\[.*?\] /, ""))), soon)
      .toEqual([expect.objectContaining({ from: "filedeck@example.com", to: ["root@example.com"] })]);
    expect(mail.mails.find(({ subject }) => subject.includes("CPU usage"))?.text).toContain(
      "https://nas.example.org/deck/system?card=cpu&since=",
    );
    expect(mail.mails.at(-1)?.headers).toContain("Auto-Submitted: auto-generated");

    const ofCpu = () => receiver.posts.filter(({ body }) => body.includes('"metric":"cpu"'));
    await expect.poll(() => ofCpu().length, soon).toBe(1);
    const [{ headers, body } = { headers: {}, body: "" }] = ofCpu();
    const signed = createHmac("sha256", secret).update(`${String(headers["x-filedeck-timestamp"])}.${body}`);
    expect(headers["x-filedeck-signature"]).toBe(`sha256=${signed.digest("hex")}`);
    expect(JSON.parse(body)).toMatchObject({
      event: "alertFired",
      importance: "critical",
      user: null,
      link: expect.stringMatching(/^https:\/\/nas\.example\.org\/deck\/system\?card=cpu&since=\d{13}$/),
    });
    const known = await call<{ webhooks: object[] }>(server, "notify/webhooks", { session });
    expect(known.answer.data.webhooks).toEqual([
      expect.objectContaining({ name: "pager", status: 204, problem: null, origin: new URL(receiver.url).origin }),
    ]);
    expect(known.text).not.toContain(secret);
    expect(known.text).not.toContain("key=1");

    // A browser that has withdrawn is forgotten with the next message.
    push.answer(410);
    await as("notify/test", {});
    const devices = async () =>
      (await call<{ push: { devices: object[] } }>(server, "notify/profile", { session })).answer.data.push.devices;
    await expect.poll(devices, soon).toEqual([]);
  } finally {
    for (const loop of loops) loop.kill();
    for (const one of [push, mail, receiver]) one.close();
    await server.remove();
    rmSync(dir, { recursive: true, force: true });
  }
});
