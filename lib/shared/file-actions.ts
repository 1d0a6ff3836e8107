import type { Permission } from "./permissions";

type Need = {
  /** One of each. */
  permissions: readonly (readonly [Permission, ...Permission[]])[];
  access: "read" | "write";
  /** Protected paths stand in its way. */
  isRemoval: boolean;
};

const write = "filecat_file_context_update_upload_created_copy_decompression";

/** What can be done with an entry, and what whoever does it needs. */
export const fileActions = {
  read: { permissions: [["file_read"]], access: "read", isRemoval: false },
  edit: { permissions: [["filecat_file_context_update", write]], access: "write", isRemoval: false },
  create: { permissions: [[write]], access: "write", isRemoval: false },
  remove: { permissions: [["filecat_file_delete_cut_rename"]], access: "write", isRemoval: true },
  share: { permissions: [["file_share"], ["file_read"]], access: "read", isRemoval: false },
} as const satisfies Record<string, Need>;

export type FileAction = keyof typeof fileActions;
export const fileActionNames = Object.keys(fileActions) as FileAction[]; // keys of the literal above
