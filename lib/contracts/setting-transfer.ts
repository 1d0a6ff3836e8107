import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, json } from "./fields";

/** What a file of settings is: the values of each by its name, without secrets. */
export const settingsFile = z.object({
  format: z.literal("filedeck-settings"),
  version: z.string().max(64),
  made_at: z.string().max(64),
  settings: z.record(z.string().max(64), json),
});

const changes = z.object({
  /** What differs, by setting and field (empty: the whole); as JSON, cut after 500 characters. */
  changes: z.array(z.object({ setting: z.string(), field: z.string(), before: z.string(), after: z.string() })),
  /** What the file has and this version does not know. */
  unknown: z.array(z.string()),
  /** What this version knows with other values. These are left as they are. */
  invalid: z.array(z.string()),
  /** What its form would refuse as well, and why: left as it is. */
  refused: z.array(
    z.object({
      setting: z.string(),
      error: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type SettingChanges = z.infer<typeof changes>;

/** Part of the setting contract: taking the settings of the server along. */
export const settingTransfer = {
  exportSettings: endpoint({
    method: "GET",
    path: "setting/export",
    access: "session",
    token: false,
    summary: "Get all settings of the server, without secrets. Administrators only.",
    input: empty,
    output: settingsFile,
  }),
  previewSettings: endpoint({
    method: "POST",
    path: "setting/import/preview",
    access: "session",
    token: false,
    audit: false,
    summary: "Check what importing these settings would change. Administrators only.",
    input: z.object({ file: settingsFile }),
    output: changes,
  }),
  importSettings: endpoint({
    method: "POST",
    path: "setting/import",
    access: "session",
    token: false,
    confirm: true,
    summary: "Import settings. Secrets stay as they are. Administrators only.",
    input: z.object({ file: settingsFile }),
    output: changes,
  }),
};
