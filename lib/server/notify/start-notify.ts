import type { Db } from "@/lib/server/db/open-db";
import type { App } from "@/lib/server/runtime/app";
import { onTold } from "@/lib/server/runtime/tell-user";
import { onTaskChanged } from "@/lib/server/task/running-tasks";
import { deliverSoon, handedOn } from "./deliver";
import { mailMessage } from "./mail/mail-message";
import { createDeliveries, deliveries, setDeliveries, type Outcome } from "./out/deliveries";
import { createDeliveryRows } from "./out/delivery-rows";
import { SendFailure, type Delivery } from "./out/sent";
import { sendPush } from "./push/send-push";
import { tellOfTask } from "./tell-of-task";
import { sendWebhook } from "./webhook/send-webhook";

let stops: readonly (() => void)[] = [];

export async function startNotify(app: App): Promise<void> {
  const { db, log } = app;
  const made = createDeliveries({
    rows: createDeliveryRows(db, (error) => log.warn({ err: error }, "what is on its way could not be noted")),
    send: (delivery) => sendOnce(db, delivery),
    onTried: async (delivery, outcome) => {
      const { failure, willRetry } = outcome;
      if (failure !== null)
        log.warn(
          { way: delivery.way, problem: failure.problem, status: failure.status, willRetry, err: failure.cause },
          "a message did not arrive",
        );
      await note(db, delivery, outcome).catch((error: unknown) =>
        log.warn({ err: error }, "how a message went could not be noted"),
      );
    },
    onDropped: async (targets, count) => {
      log.warn(
        { count, receivers: targets.length },
        "too many messages were waiting to go out: the oldest were dropped",
      );
      for (const target of targets)
        await note(db, target, droppedOutcome).catch((error: unknown) =>
          log.warn({ err: error }, "that messages were dropped could not be noted"),
        );
    },
  });
  setDeliveries(made);
  await made.resume();
  stops = [onTold((telling) => deliverSoon(app, telling)), onTaskChanged(tellOfTask)];
}

export async function stopNotify(): Promise<void> {
  for (const stop of stops) stop();
  await handedOn();
  await deliveries().stop();
}

async function sendOnce(db: Db, { way, targetId, outgoing }: Delivery): Promise<number | null> {
  switch (way) {
    case "push":
      await sendPush(db, targetId, outgoing);
      return null;
    case "mail":
      await mailMessage(db, targetId, outgoing);
      return null;
    case "webhook":
      return sendWebhook(db, targetId, outgoing);
    default:
      return way satisfies never;
  }
}

const droppedOutcome: Outcome = { failure: new SendFailure("notify/dropped"), status: null, willRetry: false };

/** Where the receiver's owner sees it. */
async function note(
  db: Db,
  { way, targetId: id }: Pick<Delivery, "way" | "targetId">,
  outcome: Outcome,
): Promise<void> {
  const data = { sentAt: new Date(), problem: outcome.failure?.problem ?? null };
  if (way === "push") await db.pushSubscription.updateMany({ where: { id }, data });
  else if (way === "mail") await db.notifyProfile.updateMany({ where: { userId: id }, data });
  else await db.webhook.updateMany({ where: { id }, data: { ...data, status: outcome.status } });
}
