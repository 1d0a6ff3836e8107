import { alertChannels, alertContract } from "@/lib/contracts/alert";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { pruneAlerts } from "./alert-rows";
import { pendingSetting } from "./alert-store";
import { followAlerts } from "./follow-alerts";
import { listAlertChoices } from "./list-choices";
import { listAlerts } from "./list-alerts";
import { listAlertMarks } from "./list-marks";
import { previewAlertRule } from "./preview-rule";
import { changeAlertRule, createAlertRule, deleteAlertRule, listAlertRules } from "./rules";
import { alertDefaults, startAlerts, stopAlerts } from "./running";

export const alertGroup = group({
  name: "alert",
  contract: alertContract,
  json: {
    listAlerts,
    listAlertMarks,
    listAlertRules,
    createAlertRule,
    changeAlertRule,
    deleteAlertRule,
    previewAlertRule,
    listAlertChoices,
  },
  channels: serveChannels(alertChannels, { follow: followAlerts }),
  settings: [pendingSetting, alertDefaults],
  onStart: startAlerts,
  schedules: [{ everyMs: 3_600_000, failed: "old alerts could not be removed", run: ({ db }) => pruneAlerts(db) }],
  onStop: stopAlerts,
});
