import type { Logger } from "pino";
import type { AuditLog } from "./audit-line";
import type { Db } from "@/lib/server/db/open-db";
import type { Env } from "@/lib/server/base/env";
import type { Keys } from "@/lib/server/base/keys";
import type { Actor } from "./ctx";
import type { QuotaAccount } from "@/lib/server/storage/quota/quota-account";
import type { StorageInput } from "@/lib/server/storage/adapter";
import type { Scope } from "@/lib/server/storage/scope";
import type { Root, Storage } from "@/lib/server/storage/storage";

/** What the process has one of, made at start. */
export type App = {
  env: Env;
  db: Db;
  keys: Keys;
  log: Logger;
  audit: AuditLog;
  version: string;
  storageFor(actor: Actor): Storage;
  /** Any places under any limits, such as a share's; nothing else is hidden or protected by it. */
  storageAt(places: {
    roots: readonly Root[];
    scopes: readonly Scope[] | null;
    ownProtected?: readonly string[];
    asker: StorageInput["asker"];
    /** Whose limit counts for what is written. */
    countedFor?: Actor;
  }): Storage;
  /** What the actor may store; null: no limit. */
  quotaFor(actor: Actor): QuotaAccount | null;
  /** One-time set-up secret while there is no user; null afterwards. */
  setupToken: string | null;
  /** Fires when the server drains. */
  stopping: AbortSignal;
};

let started: App | null = null;

export function startApp(app: App): App {
  started = app;
  return app;
}

/** Throws before {@link startApp}. */
export function getApp(): App {
  if (started === null) throw new Error("not started");
  return started;
}
