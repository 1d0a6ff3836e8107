import { volumeChannels, volumeContract } from "@/lib/contracts/volume";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { createVolume, listUnusedVolumes, pruneVolumes, removeVolume } from "./change-volumes";
import { followVolumes } from "./follow-volumes";
import { getVolume } from "./get-volume";
import { listVolumes } from "./list-volumes";
import { sweepHelpers } from "./sweep-helpers";
import { cloneVolume, exportVolume, importVolume, isStillRoot, ticketVolume, volumeTicketOf } from "./volume-content";

export const volumeGroup = group({
  name: "volume",
  contract: volumeContract,
  json: {
    listVolumes,
    getVolume,
    createVolume,
    removeVolume,
    listUnusedVolumes,
    pruneVolumes,
    cloneVolume,
    ticketVolume,
  },
  bytes: {
    exportVolume: { service: exportVolume, ticket: volumeTicketOf, isStillOpen: isStillRoot },
    importVolume: { service: importVolume, isStillOpen: isStillRoot },
  },
  channels: serveChannels(volumeChannels, { follow: followVolumes }),
  schedules: [
    {
      everyMs: 10 * 60_000,
      failed: "containers for volumes that were left over could not be removed",
      run: sweepHelpers,
    },
  ],
  tasks: [defineTask({ kind: "volume-clone", access: "docker_volume_update" })],
});
