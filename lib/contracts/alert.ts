import { z } from "zod";
import { alertMetrics, comparisons } from "@/lib/shared/alerts";
import { importances } from "@/lib/shared/notify";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const time = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

const condition = {
  metric: z.enum(alertMetrics),
  /** The part of the machine, such as a mount point or a container’s name; null: each of them. */
  subject: z.string().min(1).max(1024).nullable(),
  comparison: z.enum(comparisons),
  /** Shares from 0 to 1, bytes per second, °C; of what is so or not it counts for nothing. */
  threshold: z.number().min(0).max(1e15),
  for_seconds: z.number().int().min(0).max(86_400),
};

const minuteOfDay = z.number().int().min(0).max(1439);

const ruleFields = {
  ...condition,
  is_enabled: z.boolean(),
  importance: z.enum(importances),
  /** Told again while it goes on; 0: not. */
  repeat_minutes: z.number().int().min(0).max(10_080),
  /** Minutes of the server’s day between which only the list tells; null: never. */
  quiet: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
  /** Both empty: everybody who may see the system. Nobody else is told, whoever is named. */
  role_ids: z.array(id).max(100),
  user_ids: z.array(id).max(100),
  /** The most that it does; of these each user has chosen theirs. */
  ways: z.array(z.enum(["list", "push", "mail"])).max(3),
  /** Null: all that are enabled. */
  webhook_ids: z.array(id).max(100).nullable(),
};
const ruleInput = z.object(ruleFields);
export type AlertRuleInput = z.infer<typeof ruleInput>;
const rule = ruleInput.extend({ id });
export type AlertRule = z.infer<typeof rule>;

const alert = z.object({
  id,
  rule_id: id,
  metric: z.enum(alertMetrics),
  /** Empty for the machine as a whole. */
  subject: z.string(),
  comparison: z.enum(comparisons),
  importance: z.enum(importances),
  threshold: z.number(),
  value: z.number(),
  worst: z.number(),
  since: z.number(),
  fired_at: z.number(),
  /** Null: it goes on. */
  resolved_at: z.number().nullable(),
});
export type Alert = z.infer<typeof alert>;

const part = z.object({ id: z.string(), name: z.string() });

export const alertContract = {
  listAlerts: endpoint({
    method: "GET",
    path: "alert",
    access: "sys_view",
    summary: "List the alerts that go on, and those of the last 30 days.",
    input: empty,
    output: lists({ current: z.array(alert), past: z.array(alert) }),
  }),
  listAlertMarks: endpoint({
    method: "GET",
    path: "alert/marks",
    direct: true,
    access: "sys_view",
    summary:
      "List the alerts about figures that went on at some time between `from` and `to`, in milliseconds, the newest first.",
    input: z.object({ from: time, to: time }),
    output: lists({ alerts: z.array(alert) }),
  }),
  listAlertRules: endpoint({
    method: "GET",
    path: "alert/rules",
    access: "alert_manage",
    summary: "List the rules by which alerts are raised.",
    input: empty,
    output: lists({ rules: z.array(rule) }),
  }),
  createAlertRule: endpoint({
    method: "POST",
    path: "alert/rules",
    access: "alert_manage",
    summary: "Add a rule.",
    input: ruleInput,
    output: z.object({ id }),
  }),
  changeAlertRule: endpoint({
    method: "PUT",
    path: "alert/rules/{id}",
    access: "alert_manage",
    summary: "Change a rule. Its current alerts end when what it says has changed.",
    input: rule,
    output: empty,
  }),
  deleteAlertRule: endpoint({
    method: "DELETE",
    path: "alert/rules/{id}",
    access: "alert_manage",
    summary: "Delete a rule and its alerts.",
    input: z.object({ id }),
    output: empty,
  }),
  previewAlertRule: endpoint({
    method: "POST",
    path: "alert/preview",
    access: "alert_manage",
    audit: false,
    summary: "Tell how often a rule would have raised an alert in the last seven days.",
    input: z.object(condition),
    output: z.object({
      /** Null: what it is about has no history. */
      times: z.number().int().nullable(),
      /** All of them together. */
      seconds: z.number(),
      /** Of the seven days, those minutes that something is known of. */
      known_minutes: z.number(),
    }),
  }),
  listAlertChoices: endpoint({
    method: "GET",
    path: "alert/choices",
    access: "alert_manage",
    summary: "List what rules can be about now, and whom they can tell.",
    input: empty,
    output: z.object({
      subjects: z.partialRecord(z.enum(alertMetrics), z.array(part)),
      roles: z.array(part),
      users: z.array(part),
      webhooks: z.array(part),
    }),
  }),
};

export const alertChannels = {
  follow: channel({
    name: "alert/follow",
    access: "sys_view",
    summary: "Get the alerts that go on, and again whenever they have changed.",
    open: empty,
    up: null,
    down: lists({ alerts: z.array(alert) }),
    highWaterBytes: 64 * 1024,
  }),
};
