import { auditedActions } from "@/lib/contracts/audited-actions";

/** What goes first from a full log. */
export const weights = ["refused", "passing", "change", "lasting"] as const;
export type Weight = (typeof weights)[number];

/** Nothing is another afterwards: something was looked at, opened, asked, or tried. */
const passing: ReadonlySet<string> = new Set([
  "user/confirm",
  "user/logout",
  "user/testHook",
  "user/askHook",
  "notify/testMail",
  "notify/testWebhook",
  "disk/testDisk",
  "disk/testFstabLine",
  "docker/openContainerLogs",
  "docker/openContainerFiles",
  "docker/closeContainerFiles",
  "systemd/openUnitJournal",
  "ssh/openHostFiles",
  "ssh/disconnectHost",
  "share/unlockShare",
  "upload/createUpload",
  "upload/terminateUpload",
]);

/** Areas whose changes are few, and say who may do what. */
const lastingAreas: ReadonlySet<string> = new Set(["user", "share", "alert", "setting", "backup", "crypto", "audit"]);
const lasting: ReadonlySet<string> = new Set([
  "file/removeMany",
  "trash/purgeTrash",
  "trash/emptyTrash",
  "undo/undo",
  "terminal/deleteRecording",
  "terminal/shareTerminal",
  "dav/setDavSetting",
  "dav/createAppPassword",
  "notify/createWebhook",
  "notify/changeWebhook",
  "docker/pruneImages",
  "docker/saveRegistry",
  "volume/pruneVolumes",
  "network/pruneNetworks",
  "disk/setFstab",
  "systemd/setOverride",
  "systemd/setUnitFile",
  "systemd/createUnits",
  "systemd/deleteUnit",
  "ssh/authorizeKey",
  "ssh/trustHostKey",
]);
const signingIn = /^user\/(?:login|sign)/;

/** Of a line that tells of something that was done. */
export function weightOf({ code, name }: { code: string; name: string }): Exclude<Weight, "refused"> {
  if (code.startsWith("GET ") || passing.has(name)) return "passing";
  if (signingIn.test(name)) return "change";
  const isSetting = code.includes(" setting/") || code.startsWith("DELETE ");
  return isSetting || lastingAreas.has(name.split("/")[0] ?? "") || lasting.has(name) ? "lasting" : "change";
}

const textOf = (code: string) => `'${code.replaceAll("'", "''")}'`;
const codesOf = (weight: Weight) =>
  auditedActions
    .filter((action) => weightOf(action) === weight)
    .map(({ code }) => textOf(code))
    .join(", ");

/** The place of a line in `weights`, for SQL. */
export const weightSql = `CASE WHEN "outcome" <> 'success' THEN 0 WHEN "action" IN (${codesOf("passing")}) THEN 1
  WHEN "action" IN (${codesOf("lasting")}) THEN 3 ELSE 2 END`;
