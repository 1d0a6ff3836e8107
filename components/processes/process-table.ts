import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { ProcessRow } from "@/lib/contracts/processes";

/** All processes, as long as somebody looks. */
export const processTable = createLiveTable<ProcessRow>((hear, end) => keepChannel("processes/follow", {}, hear, end));
