import type { diskChannels, DiskRow } from "@/lib/contracts/disk";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { folderOn, localFolders } from "@/lib/server/metrics/describe-machine-for";
import { follow, knownPlaces } from "./disk-reader";

export const followDisks: ChannelService<typeof diskChannels.follow> = async (_, ctx, { send }) => {
  const folders = await localFolders(ctx);
  const { isRoot } = ctx.actor;
  const see = (row: DiskRow): DiskRow => {
    const all = knownPlaces();
    const folder = row.mounts.map(({ place }) => folderOn(place, folders, all)).find((found) => found !== null) ?? null;
    return { ...row, folder, backing: isRoot ? row.backing : null };
  };
  await follow({ send, signal: ctx.signal, see });
};
