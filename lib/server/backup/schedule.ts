import { hostname } from "node:os";
import { scheduledBackupCode } from "@/lib/contracts/audited-actions";
import { missedBackupMs } from "@/lib/shared/backups";
import { isAppError } from "@/lib/shared/errors";
import type { MessageWords } from "@/lib/shared/notify";
import { tellAdministrators } from "@/lib/server/notify/tell-administrators";
import type { App } from "@/lib/server/runtime/app";
import { recordOwn } from "@/lib/server/runtime/record-own";
import { backupSetting, backupState } from "./backup-setting";
import { dueAfter } from "./due";
import { findBackupOwner } from "./find-backup-owner";
import { makeBackup } from "./make-backup";
import { isBackupRunning, lastBegunAtMs, runOnce } from "./runs";

/** In ms since 1970, also when that is past; null: none is planned. */
export function nextRunAt(): number | null {
  const [setting, { planned_from: from }] = [backupSetting.get(), backupState.get()];
  if (!setting.on || from === null) return null;
  return dueAfter(setting, Math.max(from, lastBegunAtMs()));
}

/** Makes the backup that is due, also one that was due while the server was not there. Never throws for one that fails: administrators are told. */
export async function runDue(app: App): Promise<void> {
  const { db, log } = app;
  if (!backupSetting.get().on || isBackupRunning()) return;
  // Settings that were imported begin now.
  if (backupState.get().planned_from === null)
    await backupState.save(db, { ...backupState.get(), planned_from: Date.now() });
  const dueAt = nextRunAt();
  const now = Date.now();
  if (dueAt === null || dueAt > now) return;
  const { stopping } = app;
  const setting = backupSetting.get();
  let target: string = setting.folder ?? "";
  try {
    const made = await runOnce({ db, signal: stopping }, async () =>
      makeBackup({
        db,
        storage: app.storageFor(await findBackupOwner(db, setting.user_id)),
        setting,
        signal: stopping,
        onProgress: () => {},
      }),
    );
    target = `${target}/${made.name}`;
    record(app, { target, outcome: "success" });
    log.info({ name: made.name, bytes: made.bytes, removed: made.removed }, "backup made");
    if (now - dueAt > missedBackupMs) await tell(app, "backupLate");
  } catch (error) {
    if (stopping.aborted) return;
    log.error({ err: error }, "the backup failed");
    record(app, { target, outcome: isAppError(error) ? error.key : "internal" });
    await tell(app, "backupFailed");
  }
}

function tell({ db }: Pick<App, "db">, words: Extract<MessageWords, "backupFailed" | "backupLate">): Promise<void> {
  return tellAdministrators(db, {
    kind: "server",
    importance: words === "backupFailed" ? "critical" : "info",
    words,
    params: { host: hostname() },
    link: "/settings?section=backup",
  });
}

function record({ audit }: Pick<App, "audit">, { target, outcome }: { target: string; outcome: string }): void {
  recordOwn(audit, { action: scheduledBackupCode, target, outcome });
}
