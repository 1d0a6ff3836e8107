import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";

export const undoContract = {
  undo: endpoint({
    method: "POST",
    path: "undo/{id}",
    access: "filecat_file_delete_cut_rename",
    summary: "Undo a deletion to the trash, move, copy, rename, or replacement by an upload. Nothing is overwritten.",
    input: z.object({ id }),
    output: z.object({ taskId: id }),
  }),
};
