import { isAppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { serverMark } from "./backup-name";
import { backupSetting } from "./backup-setting";
import { findBackupOwner } from "./find-backup-owner";
import { findReader } from "./find-reader";
import { folderStorage } from "./folder-storage";
import { listMade } from "./list-made";

/** Whether others than administrators can open a backup in the clear: one that was made before they could, or before it was refused. */
export async function hasExposedBackup(db: Db): Promise<boolean> {
  const { folder, place, user_id: userId } = backupSetting.get();
  if (folder === null) return false;
  try {
    const storage = folderStorage(getApp().storageFor(await findBackupOwner(db, userId)), { folder, place });
    const made = await listMade(storage, { folder, server: serverMark(getApp().keys) });
    if (made.every((one) => one.made.isSealed)) return false;
    return (await findReader(db, await storage.placeOf(folder))) !== null;
  } catch (error) {
    // Settings › Backups tells what is wrong with the folder.
    if (isAppError(error)) return false;
    throw error;
  }
}
