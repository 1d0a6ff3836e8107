import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { archiveContract } from "@/lib/contracts/archive";

export const compressAgain = repeatOf(archiveContract.compress, api.archive.compress);
export const extractAgain = repeatOf(archiveContract.extract, api.archive.extract);
