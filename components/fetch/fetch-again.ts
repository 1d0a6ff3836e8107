import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { fetchContract } from "@/lib/contracts/fetch";

export const fetchAgain = repeatOf(fetchContract.fetchFiles, api.fetch.fetchFiles);
