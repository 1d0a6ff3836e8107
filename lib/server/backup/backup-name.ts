import { createHash } from "node:crypto";
import type { EntryName } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import type { Keys } from "@/lib/server/base/keys";

type Wanted = { server: string; atMs: number; isSealed: boolean };
export type NamedBackup = { name: EntryName; atMs: number; isSealed: boolean };

const pattern = /^filedeck-([0-9a-f]{8})-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})\.backup(\.sealed)?$/;
export const sealedEnding = ".sealed";
/** Of earlier versions also without what is random. */
const unfinished = /(?:\.[A-Za-z0-9]{16,32})?\.part$/;

/** Tells the backups of several servers in one folder apart. Of the key file: a server that was restored elsewhere goes on with its own. */
export function serverMark({ seal }: Pick<Keys, "seal">): string {
  return createHash("sha256").update("names of backups").update(seal).digest("hex").slice(0, 8);
}

/** Such as `filedeck-1a2b3c4d-2026-01-31-033000.backup`, in UTC, so that names sort by time and none comes twice when clocks go back. */
export function backupName({ server, atMs, isSealed }: Wanted): EntryName {
  const [day = "", time = ""] = new Date(atMs).toISOString().split(/[T.]/);
  return `filedeck-${server}-${day}-${time.replaceAll(":", "")}.backup${isSealed ? sealedEnding : ""}` as EntryName; // no slash, no dots alone
}

/** Of what is written beside it first. Not to be guessed: whoever may write there could have put something there. */
export function partNameFor(name: EntryName): EntryName {
  return `${name}.${randomId(24)}.part` as EntryName; // as the name itself
}

/** Whether it is of a backup that this server did not finish. */
export function isPartName(name: EntryName, server: string): boolean {
  const whole = name.replace(unfinished, "") as EntryName; // a part of a name
  return whole !== name && parseBackupName(whole, server) !== null;
}

/** Null for what this server did not make. */
export function parseBackupName(name: EntryName, server: string): NamedBackup | null {
  const [, made, day = "", hours = "", minutes = "", seconds = "", sealed] = pattern.exec(name) ?? [];
  const atMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return made !== server || Number.isNaN(atMs) ? null : { name, atMs, isSealed: sealed !== undefined };
}
