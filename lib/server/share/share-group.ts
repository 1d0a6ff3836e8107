import { shareContract } from "@/lib/contracts/share";
import { group } from "@/lib/server/group/group";
import { tusHeaders } from "@/lib/server/upload/tus-headers";
import { metadataFields } from "@/lib/server/upload/upload-routes";
import { describeShare } from "./describe-share";
import * as drop from "./drop-into-share";
import { createShare, listShares, revokeShare, updateShare } from "./manage-shares";
import { isOpenFor } from "./open-share";
import { unlockShare } from "./unlock-share";
import { visitFile, visitFolder, visitShare, visitText, visitZip } from "./visit-share";

const seeing = { isStillOpen: isOpenFor("download", "view") };
const dropping = { headers: tusHeaders, isStillOpen: isOpenFor("upload") };

export const shareGroup = group({
  name: "share",
  contract: shareContract,
  json: { listShares, createShare, updateShare, revokeShare, visitShare, unlockShare },
  bytes: {
    visitFolder: { service: visitFolder, ...seeing },
    visitText: { service: visitText, ...seeing },
    visitFile: { service: visitFile, ...seeing },
    visitZip: { service: visitZip, isStillOpen: isOpenFor("download") },
    describeDrop: { service: drop.describeDrop, headers: tusHeaders },
    createDrop: { service: drop.createDrop, ...dropping, fields: metadataFields },
    headDrop: { service: drop.headDrop, ...dropping },
    writeDrop: { service: drop.writeDrop, ...dropping },
    terminateDrop: { service: drop.terminateDrop, ...dropping },
  },
  pages: { describeShare },
});
