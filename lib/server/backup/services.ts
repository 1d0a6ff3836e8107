import type { backupContract } from "@/lib/contracts/backup";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath } from "@/lib/shared/paths";
import { maxKeptBackups } from "@/lib/shared/backups";
import { assertRoot } from "@/lib/server/http/assert-root";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startTask } from "@/lib/server/task/start-task";
import { backupSetting, backupState } from "./backup-setting";
import { serverMark } from "./backup-name";
import { folderStorage } from "./folder-storage";
import { listMade } from "./list-made";
import { makeBackup } from "./make-backup";
import { restoreCommand } from "./restore-command";
import { isBackupRunning, runOnce } from "./runs";
import { nextRunAt } from "./schedule";

export const listBackups: Service<typeof backupContract.listBackups> = async (_, ctx) => {
  assertRoot(ctx);
  const found = await readFolder(ctx);
  const [newest] = found.backups;
  return {
    ...found,
    restore_command: await restoreCommand(newest === undefined ? null : await ctx.storage.placeOf(newest.path)),
    last: backupState.get().last,
    next_at: nextRunAt(),
    is_running: isBackupRunning(),
  };
};

async function readFolder(ctx: Pick<Ctx, "storage">) {
  const { folder, place } = backupSetting.get();
  if (folder === null) return { backups: [], problem: null };
  try {
    const storage = folderStorage(ctx.storage, { folder, place });
    const found = await listMade(storage, { folder, server: serverMark(getApp().keys) });
    const backups = found.slice(0, maxKeptBackups).map(({ entry, made: { name, atMs, isSealed } }) => ({
      path: joinVirtualPath(folder, name),
      name,
      bytes: entry.sizeBytes,
      at: atMs,
      is_encrypted: isSealed,
    }));
    return { backups, problem: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { backups: [], problem: error.key };
  }
}

export const runBackup: Service<typeof backupContract.runBackup> = async (_, ctx) => {
  assertRoot(ctx);
  const { storage, db } = ctx;
  const setting = backupSetting.get();
  const { folder } = setting;
  if (folder === null) throw new AppError("backup/no-folder");
  if (isBackupRunning()) throw new AppError("backup/running");
  ctx.about(folder);
  return startTask(ctx, {
    kind: "backup",
    title: folder,
    count: 1,
    input: { folder },
    steps: [
      {
        path: folder,
        run: async ({ signal, onProgress }) => {
          const made = await runOnce({ db, signal }, () => makeBackup({ db, storage, setting, signal, onProgress }));
          return { files: 1, bytes: made.bytes, facts: { name: made.name } };
        },
      },
    ],
  });
};
