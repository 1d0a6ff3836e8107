import { hostname } from "node:os";
import type { ParsedOf } from "@/lib/contracts/endpoint";
import type { notifyContract } from "@/lib/contracts/notify";
import type { WebhookInput } from "@/lib/contracts/notify-webhooks";
import { describeFields, type Changes } from "@/lib/server/base/describe-changes";
import { fitPair } from "@/lib/server/base/fit-text";
import { AppError } from "@/lib/shared/errors";
import { maxWebhooks } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import { deliveries } from "@/lib/server/notify/out/deliveries";
import { toFailure } from "@/lib/server/notify/out/sent";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { sealText, unsealText } from "@/lib/server/session/seal";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { aboutSecret, aboutUrl, sendWebhook } from "./send-webhook";

export const listWebhooks: Service<typeof notifyContract.listWebhooks> = async (_, { db }) => {
  const { rows, unreadable } = await findRows("webhooks", limits.listedRows, (page) =>
    db.webhook.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }], ...page }),
  );
  return {
    unreadable,
    webhooks: rows.map(({ id, name, isEnabled, isForUsers, sealedUrl, sentAt, status, problem }) => {
      const url = unsealText(sealedUrl, { keys: getApp().keys, about: aboutUrl(id) });
      return {
        id,
        name,
        is_enabled: isEnabled,
        is_for_users: isForUsers,
        origin: url === null ? "" : (URL.parse(url)?.origin ?? ""),
        sent_at: sentAt?.getTime() ?? null,
        status,
        problem,
        waiting: deliveries().waiting("webhook", id),
      };
    }),
  };
};

/** Throws notify/too-many, and outbound errors for an address that may not be reached. */
export const createWebhook: Service<typeof notifyContract.createWebhook> = async (input, ctx) => {
  if ((await ctx.db.webhook.count()) >= maxWebhooks) throw new AppError("notify/too-many", { max: maxWebhooks });
  const id = randomId();
  const secret = input.secret ?? randomId(40);
  const sealedUrl = sealUrl(id, input.url);
  const sealedSecret = sealText(secret, { keys: getApp().keys, about: aboutSecret(id) });
  const isLan = await reachOf(input.url, ctx);
  await ctx.db.webhook.create({ data: { id, ...fieldsOf(input), sealedUrl, sealedSecret, isLan } });
  ctx.about(input.name);
  return { id, secret };
};

/** Throws notify/not-found, and outbound errors for an address that may not be reached. */
export const changeWebhook: Service<typeof notifyContract.changeWebhook> = async (input, ctx) => {
  const { id, url, secret } = input;
  const known = await ctx.db.webhook.findUniqueOrThrow({ where: { id } }).catch(notFound);
  ctx.about(known.name === input.name ? known.name : fitPair(known.name, input.name));
  const isTakenAway = !input.is_enabled && secret === null && (known.isForUsers || !input.is_for_users);
  if (url === null && !isTakenAway) await assertReach(known, ctx);
  await ctx.db.webhook.update({
    where: { id },
    data: {
      ...fieldsOf(input),
      ...(url === null ? {} : { sealedUrl: sealUrl(id, url), isLan: await reachOf(url, ctx) }),
      ...(secret === null ? {} : { sealedSecret: sealText(secret, { keys: getApp().keys, about: aboutSecret(id) }) }),
    },
  });
  ctx.about(null, describeWebhookChange(known, input));
  return {};
};

type Input = ParsedOf<typeof notifyContract.changeWebhook>;

/** Of the address its origin: the rest may hold a secret. */
function describeWebhookChange(known: WebhookRow, { id, url, secret, ...after }: Input): Changes {
  const { name, isEnabled: is_enabled, isForUsers: is_for_users, sealedSecret: sealed_secret } = known;
  const was = unsealText(known.sealedUrl, { keys: getApp().keys, about: aboutUrl(id) });
  return describeFields(
    { name, is_enabled, is_for_users, url: was, sealed_secret },
    { ...after, url: url ?? was, sealed_secret: secret ?? sealed_secret },
  );
}

export const deleteWebhook: Service<typeof notifyContract.deleteWebhook> = async ({ id }, ctx) => {
  const { name } = await ctx.db.webhook.delete({ where: { id } }).catch(notFound);
  ctx.about(name);
  deliveries().drop("webhook", id);
  return {};
};

/** Throws notify/not-found, notify/refused, and what reaching it may end in. */
export const testWebhook: Service<typeof notifyContract.testWebhook> = async ({ id }, { db, actor, about }) => {
  const webhook = await db.webhook.findUniqueOrThrow({ where: { id } }).catch(notFound);
  about(webhook.name);
  if (!webhook.isEnabled) throw new AppError("notify/webhook-off");
  await assertReach(webhook, { actor });
  const message = {
    kind: "alert",
    importance: "info",
    words: "test",
    params: { host: hostname() },
    link: null,
  } as const;
  const outgoing = { id: randomId(), message, username: actor.username, atMs: Date.now() };
  try {
    const status = await sendWebhook(db, id, outgoing);
    return { status: status ?? 0 };
  } catch (error) {
    const { problem, status } = toFailure(error);
    throw new AppError(problem, { status: status ?? 0 }, { cause: error });
  }
};

type WebhookRow = NonNullable<Awaited<ReturnType<Ctx["db"]["webhook"]["findUnique"]>>>;
type Webhook = { id: string; sealedUrl: string };

const fieldsOf = ({ name, is_enabled, is_for_users }: Pick<WebhookInput, "name" | "is_enabled" | "is_for_users">) => ({
  name,
  isEnabled: is_enabled,
  isForUsers: is_for_users,
});

function sealUrl(id: string, url: string): string {
  return sealText(url, { keys: getApp().keys, about: aboutUrl(id) });
}

/** Whoever may not reach the local network neither changes, but to turn it off, nor tries what is there by somebody else's right. Throws outbound errors. */
async function assertReach({ id, sealedUrl }: Webhook, { actor }: Pick<Ctx, "actor">): Promise<void> {
  const lan = actor.permissions.has("lan_access");
  const url = unsealText(sealedUrl, { keys: getApp().keys, about: aboutUrl(id) });
  if (!lan && url !== null) await resolveTarget(new URL(url), { lan });
}

/** Whether it may be in the local network: whoever sets it must be able to reach that. */
async function reachOf(url: string, { actor }: Pick<Ctx, "actor">): Promise<boolean> {
  const lan = actor.permissions.has("lan_access");
  await resolveTarget(new URL(url), { lan });
  return lan;
}

function notFound(cause: unknown): never {
  throw new AppError("notify/not-found", {}, { cause });
}
