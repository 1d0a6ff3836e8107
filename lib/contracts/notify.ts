import { z } from "zod";
import {
  importances,
  mailCodeLength,
  messageKinds,
  messageWays,
  messageWords,
  shownMessages,
} from "@/lib/shared/notify";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";
import { withoutLimits } from "./without-limits";
import { mailSetting } from "./notify-mail";
import { webhookEndpoints } from "./notify-webhooks";

const message = z.object({
  id,
  kind: z.enum(messageKinds),
  importance: z.enum(importances),
  /** Says it in the reader’s language, with `params`: messages/<locale>/notify.json. */
  words: z.enum(messageWords),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A page, below the base path. */
  link: z.string().nullable(),
  at: z.number(),
  is_read: z.boolean(),
});
export type Message = z.infer<typeof message>;
/** As the table has one. */
export const storedMessage = withoutLimits(message);

const list = lists({
  /** The newest of each kind in turn, newest first. */
  messages: z.array(message),
  /** Of all that are kept. */
  unread: z.number().int(),
});

const ways = z.array(z.enum(messageWays)).max(messageWays.length);
const choices = z.object({ alert: ways, task: ways, security: ways, server: ways });
const ids = z.array(id).max(shownMessages);
/** How the last message went: null if it arrived, or if there was none. */
const problem = z.string().nullable();
const base64urlText = /^[A-Za-z0-9_-]+={0,2}$/;
const base64url = z.string().max(88).regex(base64urlText);

const profile = z.object({
  choices,
  push: z.object({
    /** For `PushManager.subscribe`. */
    public_key: z.string(),
    devices: z.array(
      z.object({
        id,
        agent: z.string(),
        added_at: z.number(),
        sent_at: z.number().nullable(),
        problem,
        /** It belongs to the session that asks. */
        is_this: z.boolean(),
      }),
    ),
  }),
  mail: z.object({
    /** Whether the server has a mail server to send by. */
    is_available: z.boolean(),
    address: z.string(),
    is_verified: z.boolean(),
    sent_at: z.number().nullable(),
    problem,
  }),
  /** Names of the webhooks that take messages of users. */
  webhooks: z.array(z.string()),
});
export type NotifyProfile = z.infer<typeof profile>;

export const notifyContract = {
  listMessages: endpoint({
    method: "GET",
    path: "notify",
    direct: true,
    access: "session",
    token: false,
    summary: "List your newest notifications.",
    input: empty,
    output: list,
  }),
  readMessages: endpoint({
    method: "POST",
    path: "notify/read",
    access: "session",
    token: false,
    audit: false,
    summary: "Mark notifications as read; all of yours without `ids`.",
    input: z.object({ ids: ids.optional() }),
    output: list,
  }),
  deleteMessages: endpoint({
    method: "POST",
    path: "notify/delete",
    access: "session",
    token: false,
    audit: false,
    summary: "Delete notifications; all of yours without `ids`.",
    input: z.object({ ids: ids.optional() }),
    output: list,
  }),
  getNotifyProfile: endpoint({
    method: "GET",
    path: "notify/profile",
    access: "session",
    token: false,
    summary: "Get how notifications reach you.",
    input: empty,
    output: profile,
  }),
  setChoices: endpoint({
    method: "POST",
    path: "notify/choices",
    access: "session",
    token: false,
    audit: false,
    summary: "Choose how each kind of notification reaches you.",
    input: choices,
    output: choices,
  }),
  addPushDevice: endpoint({
    method: "POST",
    path: "notify/push",
    access: "session",
    token: false,
    summary: "Send push notifications to this browser, until its session ends.",
    input: z.object({
      endpoint: z.url({ protocol: /^https$/ }).max(2048),
      p256dh: base64url.length(87).or(base64url.length(88)),
      auth: z.string().min(22).max(24).regex(base64urlText),
    }),
    output: z.object({ id }),
  }),
  removePushDevice: endpoint({
    method: "DELETE",
    path: "notify/push/{id}",
    access: "session",
    token: false,
    summary: "Stop sending push notifications to one of your browsers.",
    input: z.object({ id }),
    output: empty,
  }),
  setMailAddress: endpoint({
    method: "POST",
    path: "notify/mail",
    access: "session",
    token: false,
    confirm: true,
    summary: "Send a code to a mail address, to use it for your notifications.",
    input: z.object({ address: z.email().max(254) }),
    output: empty,
  }),
  verifyMailAddress: endpoint({
    method: "POST",
    path: "notify/mail/verify",
    access: "session",
    token: false,
    summary: "Use the mail address that this code was sent to.",
    input: z.object({ code: z.string().trim().length(mailCodeLength) }),
    output: empty,
  }),
  removeMailAddress: endpoint({
    method: "DELETE",
    path: "notify/mail",
    access: "session",
    token: false,
    confirm: true,
    summary: "Forget your mail address.",
    input: empty,
    output: empty,
  }),
  testNotify: endpoint({
    method: "POST",
    path: "notify/test",
    access: "session",
    token: false,
    audit: false,
    summary: "Send yourself a test notification by every way that is set up.",
    input: empty,
    output: empty,
  }),
  ...mailSetting,
  ...webhookEndpoints,
};

export const notifyChannels = {
  follow: channel({
    name: "notify/follow",
    access: "session",
    summary:
      "Get your newest notifications, and again whenever they have changed. While it is open, you count as somebody who is looking.",
    open: empty,
    up: null,
    down: list,
    highWaterBytes: 128 * 1024,
  }),
};
