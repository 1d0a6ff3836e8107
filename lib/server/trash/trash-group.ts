import { trashContract } from "@/lib/contracts/trash";
import { versionContract } from "@/lib/contracts/version";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { trashTasks } from "./trash-tasks";
import { settingServices } from "@/lib/server/group/define-setting";
import { group } from "@/lib/server/group/group";
import { listVersions, readVersion, restoreVersion } from "./file-versions";
import { listTrash, offerTrash } from "./list-trash";
import { emptyTrash, purgeTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { reconcileTrash, sweepOf, sweepTrash } from "./sweep-trash";
import { trashSetting } from "./trash-setting";
import { trashUndos } from "./trash-undo";
import { endUploads } from "./upload-runs";

export const trashGroup = group({
  name: "trash",
  tasks: trashTasks,
  contract: { ...trashContract, ...versionContract },
  json: {
    listTrash,
    offerTrash,
    restoreTrash,
    purgeTrash,
    emptyTrash,
    ...settingServices("Trash", trashSetting),
    endUploads,
    listVersions,
    restoreVersion,
  },
  bytes: { readVersion: { service: readVersion, ticket: ticketOf } },
  settings: [trashSetting],
  undo: trashUndos,
  onStart: (app) => reconcileTrash(sweepOf(app)),
  schedules: [
    {
      firstMs: 30_000,
      everyMs: 3_600_000,
      failed: "trash could not be swept",
      run: (app) => sweepTrash(sweepOf(app)),
    },
  ],
});
