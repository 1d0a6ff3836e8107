import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { fileContract } from "@/lib/contracts/file";

export const copyAgain = repeatOf(fileContract.copy, api.file.copy);
export const moveAgain = repeatOf(fileContract.cut, api.file.cut);
