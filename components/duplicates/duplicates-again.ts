import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { duplicatesContract } from "@/lib/contracts/duplicates";

export const duplicatesAgain = repeatOf(duplicatesContract.findDuplicates, api.duplicates.findDuplicates);
