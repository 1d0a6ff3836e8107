import { createHmac } from "node:crypto";
import { hostname } from "node:os";
import type { Db } from "@/lib/server/db/open-db";
import { addressElsewhere } from "@/lib/server/appearance/links-address";
import { assertTaken, outLimits } from "@/lib/server/notify/out/answered";
import { SendFailure, type Outgoing } from "@/lib/server/notify/out/sent";
import { textIn } from "@/lib/server/notify/out/text-for";
import { sendOutbound } from "@/lib/server/outbound/send-outbound";
import { getApp } from "@/lib/server/runtime/app";
import { unsealText } from "@/lib/server/session/seal";

/** Of its address and of its secret: neither opens as the other. */
export const aboutUrl = (id: string) => `webhook url ${id}`;
export const aboutSecret = (id: string) => `webhook secret ${id}`;

/**
 * Posts a message as JSON, signed over its time and body (docs/operator.md, “Webhooks”). Gives the answer's status; null where there is no such webhook
 * any more. Throws SendFailure and outbound errors.
 */
export async function sendWebhook(db: Db, id: string, outgoing: Outgoing): Promise<number | null> {
  const webhook = await db.webhook.findFirst({ where: { id, isEnabled: true } });
  if (webhook === null) return null;
  const keys = getApp().keys;
  const url = unsealText(webhook.sealedUrl, { keys, about: aboutUrl(id) });
  const secret = unsealText(webhook.sealedSecret, { keys, about: aboutSecret(id) });
  if (url === null || secret === null) throw new SendFailure("notify/sealed", { isFinal: true });
  const body = Buffer.from(JSON.stringify(await bodyOf(outgoing)));
  const seconds = String(Math.floor(Date.now() / 1000));
  const answer = await sendOutbound({
    url: new URL(url),
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Filedeck",
      "x-filedeck-delivery": outgoing.id,
      "x-filedeck-timestamp": seconds,
      "x-filedeck-signature": `sha256=${signatureOf(secret, seconds, body)}`,
    },
    body,
    reach: () => Promise.resolve({ lan: webhook.isLan }),
    followsRedirects: false,
    limits: outLimits,
    signal: getApp().stopping,
  });
  return assertTaken(answer);
}

/** HMAC-SHA-256 of `<timestamp>.<body>`, hex: an old message cannot be sent again as a new one. */
export function signatureOf(secret: string, seconds: string, body: Uint8Array): string {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
}

/** In English: programs look at the fields. */
async function bodyOf({ id, message, username, atMs }: Outgoing) {
  const { title, text } = await textIn("en", message);
  const { kind, importance, words, params, link } = message;
  return {
    id,
    time: new Date(atMs).toISOString(),
    host: hostname(),
    user: username,
    kind,
    event: words,
    importance,
    title,
    text,
    params,
    link: addressElsewhere(link),
  };
}
