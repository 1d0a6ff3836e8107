import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { DiskRow } from "@/lib/contracts/disk";

/** The disks of this machine, while somebody looks. */
export const diskTable = createLiveTable<DiskRow>((hear, end) => keepChannel("disk/follow", {}, hear, end));
