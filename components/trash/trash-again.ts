import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { fileContract } from "@/lib/contracts/file";
import { trashContract } from "@/lib/contracts/trash";

export const trashAgain = repeatOf(fileContract.removeMany, api.file.removeMany);
export const restoreAgain = repeatOf(trashContract.restoreTrash, api.trash.restoreTrash);
