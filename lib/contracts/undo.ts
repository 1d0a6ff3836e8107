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
  endUploads: endpoint({
    method: "POST",
    path: "undo/uploads/{run}",
    access: "filecat_file_delete_cut_rename",
    audit: false,
    summary:
      "Get one undo for everything that uploads with this `upload-run` header replaced, or null if nothing was replaced.",
    input: z.object({ run: id }),
    output: z.object({ id: id.nullable(), count: z.number(), name: z.string() }),
  }),
};
