import { defineTask } from "@/lib/server/group/define-task";

export const fileTasks = [
  defineTask({ kind: "copy", access: "filecat_file_context_update_upload_created_copy_decompression" }),
  defineTask({ kind: "move", access: "filecat_file_delete_cut_rename", isConsuming: true }),
  // Begun by earlier versions only: in the list of what was.
  defineTask({ kind: "measure", access: "file_read" }),
];
