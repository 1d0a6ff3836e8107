/**
 * Every permission of the product: its number (fixed for ever; 24 and 25 are reserved) and the area that groups it on the
 * role screen, in the order in which people grant them: seeing before changing, what is rare last. Names travel in
 * `auth_list`; descriptions are in messages/<locale>/permissions.json.
 */
export const permissionAreas = [
  "files",
  "users",
  "system",
  "docker",
  "network",
  "remote",
  "workflows",
  "settings",
] as const;
export type PermissionArea = (typeof permissionAreas)[number];

export const permissions = {
  file_read: { number: 101, area: "files" },
  filecat_file_context_update: { number: 27, area: "files" },
  filecat_file_context_update_upload_created_copy_decompression: { number: 26, area: "files" },
  filecat_file_delete_cut_rename: { number: 23, area: "files" },
  file_attributes: { number: 108, area: "files" },
  file_share: { number: 100, area: "files" },
  webdav: { number: 114, area: "files" },
  recycle_file_save: { number: 33, area: "files" },
  dir_upload_max_num: { number: 43, area: "files" },
  sys_protection_dir: { number: 32, area: "files" },
  search_index: { number: 110, area: "files" },
  webdav_setting: { number: 113, area: "files" },

  update_password: { number: 10, area: "users" },
  api_token: { number: 103, area: "users" },
  audit_read: { number: 102, area: "users" },
  user_manage: { number: 22, area: "users" },
  role_manage: { number: 29, area: "users" },
  token_update: { number: 6, area: "users" },

  sys_view: { number: 104, area: "system" },
  alert_manage: { number: 170, area: "system" },
  terminal: { number: 105, area: "system" },
  sys_process_close: { number: 1, area: "system" },
  systemd_update: { number: 4, area: "system" },
  sys_disk_mount: { number: 18, area: "system" },
  shell_cmd_check: { number: 28, area: "system" },

  docker_view: { number: 106, area: "docker" },
  docker_container_update: { number: 2, area: "docker" },
  docker_image_update: { number: 141, area: "docker" },
  docker_images_delete: { number: 3, area: "docker" },
  /** Nobody is given it: it comes with rules on containers. */
  docker_container_rule: { number: 140, area: "docker" },
  docker_volume_update: { number: 150, area: "docker" },
  docker_network_update: { number: 151, area: "docker" },
  docker_registry: { number: 162, area: "docker" },

  http_proxy: { number: 35, area: "network" },
  lan_access: { number: 112, area: "network" },
  http_proxy_download_cancel: { number: 44, area: "network" },
  browser_proxy: { number: 36, area: "network" },
  wol_proxy: { number: 38, area: "network" },
  ddns: { number: 19, area: "network" },
  vir_net: { number: 5, area: "network" },
  http_proxy_tag_update: { number: 13, area: "network" },
  browser_proxy_tag_update: { number: 14, area: "network" },
  wol_proxy_tag_update: { number: 16, area: "network" },

  ssh_proxy: { number: 34, area: "remote" },
  rdp_proxy: { number: 37, area: "remote" },
  rtsp_proxy: { number: 39, area: "remote" },
  crypto_ssh_file: { number: 20, area: "remote" },
  ssh_proxy_tag_update: { number: 12, area: "remote" },
  rdp_proxy_tag_update: { number: 15, area: "remote" },
  rtsp_proxy_tag_update: { number: 17, area: "remote" },

  workflow_exe: { number: 40, area: "workflows" },
  workflow_exe_user: { number: 41, area: "workflows" },
  workflow_api: { number: 42, area: "workflows" },

  net_site_tag_update: { number: 11, area: "settings" },
  notify_setting: { number: 171, area: "settings" },
  pty_cmd_update: { number: 31, area: "settings" },
  env_path_update: { number: 30, area: "settings" },
  outside_software_path: { number: 21, area: "settings" },
  sys_env_setting_key: { number: 45, area: "settings" },
  code_auth: { number: 7, area: "settings" },
  code_resource: { number: 8, area: "settings" },
  code_api: { number: 9, area: "settings" },
} as const satisfies Record<string, { number: number; area: PermissionArea }>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[]; // keys of the literal above

/** Those that come with something else, and are not given by themselves. They can be given to a token. */
export const derivedPermissions: readonly Permission[] = ["docker_container_rule"];

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}
