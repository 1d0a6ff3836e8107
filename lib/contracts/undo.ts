import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";

export const undoContract = {
  undo: endpoint({
    method: "POST",
    path: "undo/{id}",
    access: "filecat_file_delete_cut_rename",
    summary: "Undo a move to the trash, a move, a copy, a rename, or what uploads replaced. Nothing is overwritten.",
    input: z.object({ id }),
    output: z.object({ taskId: id }),
  }),
  endUploads: endpoint({
    method: "POST",
    path: "undo/uploads/{run}",
    access: "filecat_file_delete_cut_rename",
    audit: false,
    summary: "What the uploads with this `upload-run` header have overwritten, as one thing to undo; null: nothing.",
    input: z.object({ run: id }),
    output: z.object({ id: id.nullable(), count: z.number(), name: z.string() }),
  }),
};
