import { z } from "zod";
import { backupRhythms, maxBackupHours, maxKeptBackups, minPassphraseLength } from "@/lib/shared/backups";
import { endpoint } from "./endpoint";
import { empty, virtualPath } from "./fields";
import { lists } from "./lists";

const fields = {
  on: z.boolean(),
  /** Where backups go; null: nowhere yet. */
  folder: virtualPath.nullable(),
  rhythm: z.enum(backupRhythms),
  /** With `days`: 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  /** With `days`: of the server’s day. */
  minute: z.number().int().min(0).max(1439),
  /** With `hours`: from one to the next. */
  hours: z.number().int().min(1).max(maxBackupHours),
  /** The newest ones; older ones are deleted. */
  keep: z.number().int().min(1).max(maxKeptBackups),
  /** Nothing is written without a passphrase then. */
  is_encrypted: z.boolean(),
};

export const storedBackups = z.object({
  ...fields,
  /** Where the folder was when it was chosen, as a place id; null: nobody noted it, and there must be no link on the way. */
  place: z.string().nullable().default(null),
  sealed_passphrase: z.string(),
  /** Whose places the folder is in; empty: the first administrator’s. */
  user_id: z.string().max(64),
});
export type StoredBackups = z.infer<typeof storedBackups>;

const output = z.object({ ...fields, has_passphrase: z.boolean() });
export type BackupSetting = z.infer<typeof output>;

const lastRun = z.object({
  /** When it began. */
  at: z.number(),
  /** Null: it went wrong. */
  name: z.string().nullable(),
  /** The key of an error. */
  problem: z.string().nullable(),
});

const backup = z.object({
  path: virtualPath,
  name: z.string(),
  bytes: z.number(),
  at: z.number(),
  is_encrypted: z.boolean(),
});
export type BackupFile = z.infer<typeof backup>;

export const backupContract = {
  getBackupSetting: endpoint({
    method: "GET",
    path: "setting/backup",
    direct: true,
    access: "session",
    token: false,
    summary: "Get when and where backups are made. Administrators only.",
    input: empty,
    output,
  }),
  setBackupSetting: endpoint({
    method: "POST",
    path: "setting/backup",
    access: "session",
    token: false,
    confirm: true,
    summary: "Change when and where backups are made. Administrators only.",
    input: z.object({
      ...fields,
      /** Null: as it was. */
      passphrase: z.string().min(minPassphraseLength).max(1024).nullable(),
    }),
    output,
  }),
  listBackups: endpoint({
    method: "GET",
    path: "backup",
    access: "session",
    token: false,
    summary: "List the backups that this server made in its backup folder, newest first. Administrators only.",
    input: empty,
    output: lists({
      backups: z.array(backup),
      /** Why the folder cannot be read: the key of an error. */
      problem: z.string().nullable(),
      /** What to type on the server to restore the newest one. */
      restore_command: z.string(),
      last: lastRun.nullable(),
      /** Null: none is planned. */
      next_at: z.number().nullable(),
      is_running: z.boolean(),
    }),
  }),
  runBackup: endpoint({
    method: "POST",
    path: "backup",
    access: "session",
    token: false,
    summary: "Make a backup now, as the settings say. Administrators only.",
    input: empty,
    output: z.object({ taskId: z.string() }),
  }),
};
