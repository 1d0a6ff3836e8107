import { shareChannels, shareContract } from "@/lib/contracts/share";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { tusHeaders } from "@/lib/server/upload/tus-headers";
import { metadataFields } from "@/lib/server/upload/upload-routes";
import { describeShare } from "./describe-share";
import { followSharedNames } from "./follow-shared-names";
import * as drop from "./drop-into-share";
import { createShare, listShares, revokeShare, updateShare } from "./manage-shares";
import { isOpenFor } from "./open-share";
import { relinkShare } from "./relink-share";
import { noteOldShares } from "./share-entries";
import { unlockShare } from "./unlock-share";
import { visitFile, visitFolder, visitShare, visitText, visitThumbnail, visitZip } from "./visit-share";

const dropping = { headers: tusHeaders, isStillOpen: isOpenFor(shareContract.createDrop) };

export const shareGroup = group({
  name: "share",
  contract: shareContract,
  json: { listShares, createShare, updateShare, relinkShare, revokeShare, visitShare, unlockShare },
  bytes: {
    visitFolder: { service: visitFolder, isStillOpen: isOpenFor(shareContract.visitFolder) },
    visitText: { service: visitText, isStillOpen: isOpenFor(shareContract.visitText) },
    visitFile: { service: visitFile, isStillOpen: isOpenFor(shareContract.visitFile) },
    visitThumbnail: { service: visitThumbnail, isStillOpen: isOpenFor(shareContract.visitThumbnail) },
    visitZip: { service: visitZip, isStillOpen: isOpenFor(shareContract.visitZip) },
    describeDrop: { service: drop.describeDrop, headers: tusHeaders },
    createDrop: { service: drop.createDrop, ...dropping, fields: metadataFields },
    headDrop: { service: drop.headDrop, ...dropping },
    writeDrop: { service: drop.writeDrop, ...dropping },
    terminateDrop: { service: drop.terminateDrop, ...dropping },
  },
  channels: serveChannels(shareChannels, { names: followSharedNames }),
  onStart: noteOldShares,
  pages: { describeShare },
});
