import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";

export const undoContract = {
  undo: endpoint({
    method: "POST",
    path: "undo/{id}",
    access: "filecat_file_delete_cut_rename",
    summary: "Undo a delete to the trash or a move (the id is the task's) or a rename. Overwrites nothing.",
    input: z.object({ id }),
    output: z.object({ taskId: id }),
  }),
};
