import { servedPermissions } from "@/lib/contracts/served-permissions";
import type { Permission } from "@/lib/shared/permissions";

const upload = "filecat_file_context_update_upload_created_copy_decompression";
const change = ["filecat_file_context_update", upload, "filecat_file_delete_cut_rename"] as const;

/** What people are usually given, by the name of its words (`role.presets`). */
export const presets = {
  readOnly: ["file_read"],
  uploads: ["file_read", upload],
  editing: ["file_read", ...change, "file_share", "update_password"],
  operator: [
    "file_read",
    ...change,
    "file_attributes",
    "sys_protection_dir",
    "recycle_file_save",
    "dir_upload_max_num",
    "search_index",
    "webdav_setting",
    "audit_read",
    "sys_view",
    "sys_process_close",
    "systemd_update",
    "docker_view",
    "docker_container_update",
    "update_password",
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[]; // keys of the literal above

/** The list after a preset: of what is served the preset, as far as it can be given; what steers nothing yet stays. */
export function withPreset(
  list: readonly Permission[],
  name: PresetName,
  isHeld: (permission: Permission) => boolean,
): Permission[] {
  const kept = list.filter((permission) => !servedPermissions.includes(permission));
  return [...kept, ...presets[name].filter((permission) => isHeld(permission) || list.includes(permission))];
}

/** Whether the list is just this preset, beside what steers nothing yet. */
export function isPreset(list: readonly Permission[], name: PresetName): boolean {
  const chosen = list.filter((permission) => servedPermissions.includes(permission));
  return chosen.length === presets[name].length && presets[name].every((permission) => chosen.includes(permission));
}
