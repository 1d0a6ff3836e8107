import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/repeat-task";
import { fetchContract } from "@/lib/contracts/fetch";

export const fetchAgain = repeatOf(fetchContract.fetchFiles, api.fetch.fetchFiles);
