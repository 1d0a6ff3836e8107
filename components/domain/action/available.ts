import type { Permission } from "@/lib/shared/permissions";
import type { ActionScene, Availability } from "./entry-action";

/** What making, uploading and copying take. */
export const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";
/** What moving, renaming and deleting take. */
export const remove: Permission = "filecat_file_delete_cut_rename";

/** Enabled with the permission, and where the folder itself is changed, if it can be written to. */
export function needs(
  { can, isWritable }: Pick<ActionScene, "can" | "isWritable">,
  permission: Permission,
  changesFolder = true,
): Availability {
  if (!can(permission)) return { why: "permission", permission };
  return changesFolder && !isWritable ? { why: "read-only" } : "enabled";
}

/** The first that speaks against it. */
export function allOf(...availabilities: readonly Availability[]): Availability {
  return availabilities.find((one) => one !== "enabled") ?? "enabled";
}

export function oneOnly({ chosen }: ActionScene): Availability {
  return chosen.length < 2 ? "enabled" : { why: "one-only" };
}

/** Whether it is about exactly one folder: the only one chosen, or with none chosen the open one. */
export function isOneFolder({ chosen: [first, second] }: ActionScene): boolean {
  return second === undefined && (first === undefined || isFolderEntry(first));
}

export function isFolderEntry(entry: ActionScene["chosen"][number]): boolean {
  return entry.kind === "folder" || entry.link?.leadsTo === "folder";
}
