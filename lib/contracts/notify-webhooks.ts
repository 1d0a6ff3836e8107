import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const fields = {
  name: z.string().trim().min(1).max(80),
  is_enabled: z.boolean(),
  /** Users may have their own messages sent there. */
  is_for_users: z.boolean(),
};

export const webhookInput = z.object({
  ...fields,
  /** Null: as it was. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullable(),
  /** What messages are signed with; null: as it was, or a new one for a new webhook. */
  secret: z.string().min(16).max(256).nullable(),
});
export type WebhookInput = z.infer<typeof webhookInput>;

const webhook = z.object({
  id,
  ...fields,
  /** Without path and query, which may hold a secret. */
  origin: z.string(),
  sent_at: z.number().nullable(),
  /** Of the last answer. */
  status: z.number().int().nullable(),
  /** What went wrong with the last message: the key of an error. */
  problem: z.string().nullable(),
  /** Messages that are tried again. */
  waiting: z.number().int(),
});
export type WebhookInfo = z.infer<typeof webhook>;

/** Part of the notify contract: programs that are told of messages. */
export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: "GET",
    path: "notify/webhooks",
    access: "notify_setting",
    token: false,
    summary: "List the webhooks, and how their last messages went.",
    input: empty,
    output: lists({ webhooks: z.array(webhook) }),
  }),
  createWebhook: endpoint({
    method: "POST",
    path: "notify/webhooks",
    access: "notify_setting",
    token: false,
    confirm: true,
    summary: "Add a webhook. The secret is told once.",
    input: webhookInput.extend({ url: webhookInput.shape.url.unwrap() }),
    output: z.object({ id, secret: z.string() }),
  }),
  changeWebhook: endpoint({
    method: "PUT",
    path: "notify/webhooks/{id}",
    access: "notify_setting",
    token: false,
    confirm: true,
    summary: "Change a webhook.",
    input: webhookInput.extend({ id }),
    output: empty,
  }),
  deleteWebhook: endpoint({
    method: "DELETE",
    path: "notify/webhooks/{id}",
    access: "notify_setting",
    token: false,
    confirm: true,
    summary: "Delete a webhook, and what is on its way there.",
    input: z.object({ id }),
    output: empty,
  }),
  testWebhook: endpoint({
    method: "POST",
    path: "notify/webhooks/{id}/test",
    access: "notify_setting",
    token: false,
    summary: "Send a test message to a webhook, and tell what it answers.",
    input: z.object({ id }),
    output: z.object({ status: z.number().int() }),
  }),
};
