import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";

export const backupFeature = feature({
  id: "backup",
  messages: ["backup"],
  tasks: [{ kind: "backup", words: "backup.tasks.backup", isOpenEnded: true }],
  settingSections: [
    {
      id: "backup",
      order: 80,
      permission: "sys_protection_dir",
      rootOnly: true,
      words: "backup.setting",
      terms: ["backup", "restore", "retention", "cron", "snapshot"],
      Screen: lazyPart(() => import("./backup-setting")),
    },
  ],
});
