import { undoContract } from "@/lib/contracts/undo";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { undo } from "./undo";

export const undoGroup = group({
  name: "undo",
  tasks: [defineTask({ kind: "undo", access: "filecat_file_delete_cut_rename" })],
  contract: undoContract,
  json: { undo },
});
