import { backupContract } from "@/lib/contracts/backup";
import { removeLeftCopies } from "@/lib/server/db/backup/copy-file";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { backupSetting, backupState, getBackupSetting, setBackupSetting } from "./backup-setting";
import { runDue } from "./schedule";
import { listBackups, runBackup } from "./services";

export const backupGroup = group({
  name: "backup",
  contract: backupContract,
  json: { getBackupSetting, setBackupSetting, listBackups, runBackup },
  settings: [backupSetting, backupState],
  tasks: [defineTask({ kind: "backup", access: "session", token: false })],
  onStart: ({ env }) => removeLeftCopies(env.dataDir, Date.now()),
  schedules: [{ everyMs: 20_000, firstMs: 5_000, failed: "backups could not be looked after", run: runDue }],
});
