import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { StackRow } from "@/lib/contracts/stack";

/** All stacks, live. */
export const stackTable = createLiveTable<StackRow>((hear, end) => keepChannel("stack/follow", {}, hear, end));
