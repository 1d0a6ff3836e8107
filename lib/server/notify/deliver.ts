import { hostname } from "node:os";
import type { notifyContract } from "@/lib/contracts/notify";
import { messageWays, type MessageWay, type Told } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import { createTurns } from "@/lib/server/base/turns";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import type { App } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Telling } from "@/lib/server/runtime/tell-user";
import { keepMessage } from "./list/messages";
import { deliveries } from "./out/deliveries";
import type { Outgoing } from "./out/sent";
import { assertMayTest } from "./limit-tests";
import { findChoices } from "./profile";

/** Being handed on, each user's one after the other; what comes above that is dropped, and told in the log. */
const turns = createTurns({ atOnce: 1, inAll: 4, maxWaiting: 200 });
const underWay = new Set<Promise<void>>();
/** The log has one line of what was dropped in so long. */
const tellDroppedMs = 10_000;
let dropped = 0;

/** Hands a message on by the ways that its user has chosen. Never throws. */
export function deliverSoon({ db, log }: Pick<App, "db" | "log">, telling: Telling): void {
  const work = inTurn({ db, log }, telling)
    .catch((error: unknown) => log.error({ err: error }, "a message could not be handed on"))
    .finally(() => underWay.delete(work));
  underWay.add(work);
}

async function inTurn({ db, log }: Pick<App, "db" | "log">, telling: Telling): Promise<void> {
  const leave = await turns(telling.userId, new AbortController().signal).catch(() => null);
  if (leave === null) return noteDropped(log);
  await deliver({ db, log }, telling).finally(leave);
}

function noteDropped(log: App["log"]): void {
  dropped++;
  if (dropped > 1) return;
  setTimeout(() => {
    log.warn({ count: dropped }, "too many messages at once: some were dropped");
    dropped = 0;
  }, tellDroppedMs).unref();
}

/** Resolves when all that was told so far is handed on. */
export function handedOn(): Promise<unknown> {
  return Promise.all(underWay);
}

async function deliver({ db, log }: Pick<App, "db" | "log">, telling: Telling): Promise<void> {
  const { userId, message, ways = messageWays, isRead = false } = telling;
  const user = await db.user.findUnique({ where: { id: userId }, select: { username: true, disabled: true } });
  if (user === null || user.disabled) return;
  const chosen = (await findChoices(db, userId))[message.kind].filter((way) => ways.includes(way));
  // A list that cannot be written keeps nothing from going out: that may be what the message is about.
  if (chosen.includes("list"))
    await keepMessage(db, { userId, message, isRead }).catch((error: unknown) =>
      log.warn({ err: error }, "a message could not be kept in the list"),
    );
  const outgoing = { id: randomId(), message, username: user.username, atMs: Date.now() };
  await sendOut(db, { userId, outgoing, ways: chosen });
}

type Sending = { userId: string; outgoing: Outgoing; ways: readonly MessageWay[] };

async function sendOut(db: Db, { userId, outgoing, ways }: Sending): Promise<void> {
  if (ways.includes("push")) {
    const devices = await db.pushSubscription.findMany({ where: { userId }, select: { id: true } });
    for (const { id } of devices) deliveries().add({ way: "push", targetId: id }, outgoing);
  }
  if (ways.includes("mail")) {
    const profile = await db.notifyProfile.findUnique({ where: { userId }, select: { verifiedAt: true } });
    if (profile !== null && profile.verifiedAt !== null) deliveries().add({ way: "mail", targetId: userId }, outgoing);
  }
  if (!ways.includes("webhook")) return;
  const webhooks = await db.webhook.findMany({ where: { isEnabled: true, isForUsers: true }, select: { id: true } });
  for (const { id } of webhooks) deliveries().add({ way: "webhook", targetId: id }, outgoing);
}

/** Tells webhooks something that is about the machine and nobody alone. */
export function tellWebhooks(ids: readonly string[], message: Told): void {
  const outgoing = { id: randomId(), message, username: null, atMs: Date.now() };
  for (const targetId of ids) deliveries().add({ way: "webhook", targetId }, outgoing);
}

/** By every way that is set up, whatever has been chosen. Throws notify/test-soon. */
export const testNotify: Service<typeof notifyContract.testNotify> = async (_, { db, actor }) => {
  const userId = userIdOf(actor);
  assertMayTest(userId);
  const params = { host: hostname() };
  const message: Told = { kind: "alert", importance: "info", words: "test", params, link: "/account" };
  await keepMessage(db, { userId, message, isRead: false });
  const outgoing = { id: randomId(), message, username: actor.username, atMs: Date.now() };
  await sendOut(db, { userId, outgoing, ways: ["push", "mail"] });
  return {};
};
