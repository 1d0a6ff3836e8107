import { dockerChannels, dockerContract } from "@/lib/contracts/docker";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { changeContainer, removeContainer, renameContainer } from "./change-container";
import { getDiskUse } from "./disk-use";
import { followContainers } from "./follow-containers";
import { closeContainerFiles, openContainerFiles } from "./files/browse-container";
import { loadContainerPlaces } from "./files/container-places";
import { endContainerFiles } from "./files/open-container-files";
import { buildImage } from "./image/build-image";
import { checkImage, pruneImages, removeImage, tagImage } from "./image/change-images";
import { followImages } from "./image/follow-images";
import { followPull } from "./image/follow-pull";
import { getImage } from "./image/get-image";
import { listUnusedImages } from "./image/list-unused-images";
import { pullImage } from "./image/pull-image";
import { getContainer } from "./get-container";
import { downloadContainerLog, logTicketOf, ticketContainerLog } from "./log/download-log";
import { followLog } from "./log/follow-log";
import { readContainerLog } from "./log/read-log";
import { createContainer, getContainerSpec, limitContainer, recreateContainer } from "./make/make-container";
import { listRegistries, removeRegistry, saveRegistry, testRegistry } from "./registry/manage-registries";
import { inspectContainer, listContainerEvents, listContainerProcesses } from "./look-inside";
import { listContainers } from "./list-containers";
import { openContainerLogs, openContainerTerminal } from "./open-container";
import { stopLostSoon } from "./stop-lost";

export const dockerGroup = group({
  name: "docker",
  contract: dockerContract,
  json: {
    listContainers,
    getContainer,
    getDiskUse,
    listContainerProcesses,
    listContainerEvents,
    inspectContainer,
    changeContainer,
    renameContainer,
    removeContainer,
    openContainerTerminal,
    openContainerLogs,
    openContainerFiles,
    closeContainerFiles,
    getContainerSpec,
    createContainer,
    recreateContainer,
    limitContainer,
    readContainerLog,
    ticketContainerLog,
    getImage,
    pullImage,
    tagImage,
    checkImage,
    removeImage,
    listUnusedImages,
    pruneImages,
    buildImage,
    listRegistries,
    saveRegistry,
    testRegistry,
    removeRegistry,
  },
  bytes: { downloadContainerLog: { service: downloadContainerLog, ticket: logTicketOf } },
  tasks: [
    defineTask({
      kind: "pull",
      access: "docker_image_update",
      // They wait for a registry, and nobody's copying waits for them.
      queue: { perOwner: 3, total: 6, queuedPerOwner: 50 },
    }),
  ],
  channels: serveChannels(dockerChannels, {
    follow: followContainers,
    images: followImages,
    pull: followPull,
    log: followLog,
  }),
  schedules: [
    {
      everyMs: 5_000,
      firstMs: 5_000,
      failed: "containers could not be asked whose folders they read",
      run: stopLostSoon,
    },
  ],
  onStart: ({ db }) => loadContainerPlaces(db),
  onStop: endContainerFiles,
});
