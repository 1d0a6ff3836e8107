import { z } from "zod";
import type { notifyContract } from "@/lib/contracts/notify";
import { messageKinds, messageWays, usualChoices, type Choices } from "@/lib/shared/notify";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { mailServer } from "./mail/mail-setting";
import { vapidKeys } from "./push/vapid-keys";

const storedChoices = z.partialRecord(z.enum(messageKinds), z.array(z.enum(messageWays))).catch({});

export async function findChoices(db: Db, userId: string): Promise<Choices> {
  const row = await db.notifyProfile.findUnique({ where: { userId }, select: { choices: true } });
  return choicesOf(row?.choices ?? {});
}

function choicesOf(stored: unknown): Choices {
  return { ...usualChoices, ...storedChoices.parse(stored) };
}

export const getNotifyProfile: Service<typeof notifyContract.getNotifyProfile> = async (_, { db, actor }) => {
  const userId = userIdOf(actor);
  const [row, devices, webhooks, { publicKey }] = await Promise.all([
    db.notifyProfile.findUnique({ where: { userId } }),
    db.pushSubscription.findMany({ where: { userId }, orderBy: { createdAt: "asc" } }),
    db.webhook.findMany({ where: { isEnabled: true, isForUsers: true }, orderBy: { createdAt: "asc" } }),
    vapidKeys(db),
  ]);
  const choices = choicesOf(row?.choices ?? {});
  return {
    choices: {
      alert: [...choices.alert],
      task: [...choices.task],
      security: [...choices.security],
      server: [...choices.server],
    },
    push: {
      public_key: publicKey,
      devices: devices.map(({ id, agent, createdAt, sentAt, problem, sessionId }) => ({
        id,
        agent,
        added_at: createdAt.getTime(),
        sent_at: sentAt?.getTime() ?? null,
        problem,
        is_this: sessionId === actor.sessionId,
      })),
    },
    mail: {
      is_available: mailServer() !== null,
      address: row?.mail ?? "",
      is_verified: (row?.verifiedAt ?? null) !== null,
      sent_at: row?.sentAt?.getTime() ?? null,
      problem: row?.problem ?? null,
    },
    webhooks: webhooks.map(({ name }) => name),
  };
};

export const setChoices: Service<typeof notifyContract.setChoices> = async (choices, { db, actor }) => {
  const userId = userIdOf(actor);
  await db.notifyProfile.upsert({ where: { userId }, create: { userId, choices }, update: { choices } });
  return choices;
};
