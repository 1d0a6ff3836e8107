import { contracts } from "./all";
import { davMethods } from "./dav";
import type { Endpoint } from "./endpoint";

/**
 * What the audit log records: `code` as it is stored, `name` under which messages/<locale>/audit.json has its words (`actions`). The
 * part before the slash is its area.
 */
export type AuditedAction = { code: string; name: string };

/** An endpoint as the audit log calls it. */
export function auditCodeOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Commands on the server, not endpoints. */
export const resetCommandCode = "COMMAND reset-password";
export const factorCommandCode = "COMMAND remove-second-factor";
export const hookCommandCode = "COMMAND stop-sign-in-check";
export const backupCommandCode = "COMMAND backup";
/** What the server does by itself. */
export const scheduledBackupCode = "SCHEDULE backup";
export const restoreCommandCode = "COMMAND restore";

/** What visitors of a share take along: recorded once for each use, not for each request. */
export const visitCodes = {
  download: auditCodeOf(contracts.share.visitFile),
  zip: auditCodeOf(contracts.share.visitZip),
} as const;

/** A key of an SSH host that somebody is asked about while connecting. */
export const trustKeyCode = "TRUST ssh/host-keys";

/** The header that names users, from somebody who is no configured proxy. */
export const foreignNameCode = "IGNORE user/login/proxy";

/** A folder that lists of folders name, or a trash, which something else than Filedeck has moved. */
export const followPlaceCode = "FOLLOW file/place";

/** What was saved in an account, because somebody who is no administrator can sign in as its user now. */
export const lockAccountCode = "LOCK user/saved-secrets";

/** A container that Docker had started by itself, and that its creator may not start now. */
export const stopStartedCode = "STOP docker/containers";
/** A stopped one, which Docker would start the next time, before what has its port by now. */
export const dropPolicyCode = "DROP docker/containers";

/** What the server records of itself. No caller can have a line with one of these, and each has a limit of its own in the log. */
export const ownCodes = [
  resetCommandCode,
  factorCommandCode,
  hookCommandCode,
  backupCommandCode,
  restoreCommandCode,
  scheduledBackupCode,
  followPlaceCode,
  stopStartedCode,
  dropPolicyCode,
] as const;
export type OwnCode = (typeof ownCodes)[number];

/** A sign-in that the server which may veto it did not answer about. */
export const askHookCode = "ASK user/sign-in-hook";

/** How many entries about people without a session were too many to keep. */
export const leftOutCode = "OMIT audit";

/** A method of WebDAV; `SIGN-IN` is a password that did not fit. */
export function davCodeOf(method: string): string {
  return `${method} dav`;
}

/** Every action that can be in the log, by area in the order of the contracts. */
export const auditedActions: readonly AuditedAction[] = [
  ...Object.entries(contracts).flatMap(([area, contract]) =>
    Object.entries<Endpoint>(contract)
      .filter(([, endpoint]) => endpoint.audit)
      .map(([name, endpoint]) => ({ code: auditCodeOf(endpoint), name: `${area}/${name}` })),
  ),
  ...Object.entries(davMethods)
    .filter(([, { audit }]) => audit)
    .map(([method]) => ({ code: davCodeOf(method), name: `dav/${method.toLowerCase()}` })),
  { code: davCodeOf("SIGN-IN"), name: "dav/signIn" },
  { code: visitCodes.download, name: "share/visitFile" },
  { code: visitCodes.zip, name: "share/visitZip" },
  { code: trustKeyCode, name: "ssh/trustHostKey" },
  { code: leftOutCode, name: "audit/leaveOut" },
  { code: foreignNameCode, name: "user/ignoreProxyName" },
  { code: followPlaceCode, name: "file/followPlace" },
  { code: lockAccountCode, name: "user/lockAccount" },
  { code: stopStartedCode, name: "docker/stopStarted" },
  { code: dropPolicyCode, name: "docker/dropPolicy" },
  { code: askHookCode, name: "user/askHook" },
  { code: hookCommandCode, name: "user/stopHookByCommand" },
  { code: resetCommandCode, name: "user/resetByCommand" },
  { code: factorCommandCode, name: "user/removeFactorByCommand" },
  { code: backupCommandCode, name: "setting/backup" },
  { code: scheduledBackupCode, name: "backup/runBySchedule" },
  { code: restoreCommandCode, name: "setting/restore" },
];
