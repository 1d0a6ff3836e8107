import { randomBytes } from "node:crypto";
import { live } from "./live";

const pattern = /^\.filedeck-([0-9a-f]{16})-[0-9a-f]{16}\.part$/;

/** Id of this process' run: unlike a process id it is never reused, also not across containers that share a folder. */
export const runId = live("run", () => randomBytes(8).toString("hex"));

export function temporaryName(): string {
  return `.filedeck-${runId}-${randomBytes(8).toString("hex")}.part`;
}

/** Whether a name is one of our unfinished files; those are in no listing and cannot be addressed. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(".filedeck-") && pattern.test(name);
}

/** The run that left an unfinished file, or null for any other name. */
export function runOfTemporary(name: string): string | null {
  return pattern.exec(name)?.[1] ?? null;
}
