import { defineTask } from "@/lib/server/group/define-task";

const access = "filecat_file_delete_cut_rename";

export const trashTasks = [
  defineTask({ kind: "trash", access }),
  defineTask({ kind: "restore", access }),
  defineTask({ kind: "delete", access, isConsuming: true, makesRoom: true }),
];
