import type { notifyContract } from "@/lib/contracts/notify";
import { AppError } from "@/lib/shared/errors";
import { maxPushDevices } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { sealText } from "@/lib/server/session/seal";

/** Keeps where a browser takes messages. Throws outbound/blocked, outbound/lan, outbound/unreachable, notify/too-many. */
export const addPushDevice: Service<typeof notifyContract.addPushDevice> = async (
  { endpoint, p256dh, auth },
  { db, actor, request },
) => {
  const userId = userIdOf(actor);
  if (actor.sessionId === null) throw new AppError("auth/required");
  await resolveTarget(new URL(endpoint), { lan: actor.permissions.has("lan_access"), holder: userId });
  const known = await db.pushSubscription.findUnique({ where: { endpoint } });
  const count = await db.pushSubscription.count({ where: { userId, endpoint: { not: endpoint } } });
  if (count >= maxPushDevices) throw new AppError("notify/too-many", { max: maxPushDevices });
  const id = known?.id ?? randomId();
  const fields = {
    userId,
    sessionId: actor.sessionId,
    p256dh,
    sealedAuth: sealText(auth, { keys: getApp().keys, about: aboutDevice(id) }),
    agent: request.agent.slice(0, 256),
    problem: null,
  };
  // One for each browser: what it had before does not hold any more.
  await db.$transaction([
    db.pushSubscription.deleteMany({ where: { sessionId: actor.sessionId, endpoint: { not: endpoint } } }),
    db.pushSubscription.upsert({ where: { endpoint }, create: { id, endpoint, ...fields }, update: fields }),
  ]);
  return { id };
};

export function aboutDevice(id: string): string {
  return `push ${id}`;
}

export const removePushDevice: Service<typeof notifyContract.removePushDevice> = async ({ id }, ctx) => {
  const row = await ctx.db.pushSubscription.findFirst({ where: { id, userId: userIdOf(ctx.actor) } });
  if (row === null) throw new AppError("notify/not-found");
  ctx.about(`${URL.parse(row.endpoint)?.origin ?? ""} ${row.agent}`);
  await ctx.db.pushSubscription.deleteMany({ where: { id, userId: row.userId } });
  return {};
};
