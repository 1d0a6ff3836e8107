import type { Db } from "@/lib/server/db/open-db";
import { assertTaken, outLimits } from "@/lib/server/notify/out/answered";
import { SendFailure, type Outgoing } from "@/lib/server/notify/out/sent";
import { textFor } from "@/lib/server/notify/out/text-for";
import { sendOutbound } from "@/lib/server/outbound/send-outbound";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import { unsealText } from "@/lib/server/session/seal";
import { mailServer } from "@/lib/server/notify/mail/mail-setting";
import { aboutDevice } from "./devices";
import { vapidKeys } from "./vapid-keys";

/** How long the push service keeps it for a browser that is away. */
const keptSeconds = 86_400;
/** RFC 8030 §7.2: what fits into every service's 4 KiB when encrypted. */
const maxTextLength = 1_000;

/** Sends a message to a browser, encrypted for it alone (RFC 8291). One that has gone is forgotten. Throws SendFailure, outbound errors. */
export async function sendPush(db: Db, id: string, { message, id: messageId, atMs }: Outgoing): Promise<void> {
  const device = await db.pushSubscription.findFirst({
    where: { id, session: { expiresAt: { gt: new Date() } } },
  });
  const actor = device === null ? null : await findUserActor(db, device.userId);
  if (device === null || actor === null) return;
  const auth = unsealText(device.sealedAuth, { keys: getApp().keys, about: aboutDevice(id) });
  if (auth === null) return forget(db, id);
  const { title, text } = await textFor(db, device.userId, message);
  const payload = JSON.stringify({
    id: messageId,
    title,
    text: text.slice(0, maxTextLength),
    at: atMs,
    link: message.link,
    importance: message.importance,
  });
  const { default: webPush } = await import("web-push");
  const { publicKey, privateKey } = await vapidKeys(db);
  const { endpoint, headers, body, method } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth } },
    payload,
    {
      TTL: keptSeconds,
      urgency: message.importance === "info" ? "normal" : "high",
      vapidDetails: { subject: subject(), publicKey, privateKey },
    },
  );
  if (method !== "POST" || body === null) throw new SendFailure("internal", { isFinal: true });
  const answer = await sendOutbound({
    url: new URL(endpoint),
    method,
    headers,
    body,
    reach: () => Promise.resolve({ lan: actor.permissions.has("lan_access"), holder: device.userId }),
    followsRedirects: false,
    limits: outLimits,
    signal: getApp().stopping,
  });
  // RFC 8030 §7.3: the browser has withdrawn it, or its service has dropped it.
  if (answer.status === 404 || answer.status === 410) {
    answer.close();
    await forget(db, id);
    return;
  }
  assertTaken(answer);
}

async function forget(db: Db, id: string): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { id } });
}

/** Whom a push service may ask about this server (RFC 8292 §2.1). */
function subject(): string {
  const { publicUrl } = getApp().env;
  if (publicUrl?.protocol === "https:") return publicUrl.origin;
  const from = /[^<>\s@]+@[^<>\s@]+/.exec(mailServer()?.from ?? "")?.[0];
  return `mailto:${from ?? "filedeck@example.com"}`;
}
