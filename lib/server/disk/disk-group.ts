import { diskChannels, diskContract } from "@/lib/contracts/disk";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followDisks } from "./follow-disks";
import { checkFstab, getFstab, setFstab, testFstabLine } from "./fstab";
import { getTools } from "./get-tools";
import { listUsers } from "./list-users";
import { mountDevice } from "./mount-device";
import { othersMounts } from "./others-mounts";
import { getSmart, testDisk } from "./smart";
import { remount, unmount } from "./unmount";

export const diskGroup = group({
  name: "disk",
  contract: diskContract,
  settings: [othersMounts],
  json: {
    getTools,
    mountDevice,
    unmount,
    remount,
    listUsers,
    getSmart,
    testDisk,
    getFstab,
    checkFstab,
    setFstab,
    testFstabLine,
  },
  channels: serveChannels(diskChannels, { follow: followDisks }),
});
