import { dockerChannels, dockerContract } from "@/lib/contracts/docker";
import { settingServices } from "@/lib/server/group/define-setting";
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
import { pruneImages, removeImage, tagImage } from "./image/change-images";
import { checkImage } from "./image/check-image";
import { followImages } from "./image/follow-images";
import { followPull } from "./image/follow-pull";
import { getImage } from "./image/get-image";
import { listUnusedImages } from "./image/list-unused-images";
import { pullImage } from "./image/pull-image";
import { getContainer } from "./get-container";
import { downloadContainerLog, logTicketOf, ticketContainerLog } from "./log/download-log";
import { followLog } from "./log/follow-log";
import { readContainerLog } from "./log/read-log";
import { limitContainer } from "./make/limit-container";
import { createContainer, getContainerSpec, recreateContainer } from "./make/make-container";
import { endReplacements, takeUpReplacements } from "./make/take-up-replacements";
import { listRegistries, removeRegistry, saveRegistry, testRegistry } from "./registry/manage-registries";
import { inspectContainer, listContainerEvents, listContainerProcesses } from "./look-inside";
import { listContainers } from "./list-containers";
import { judgedUntil } from "./starts/judge-starts";
import { watchStarts } from "./starts/watch-starts";
import { openContainerLogs, openContainerTerminal } from "./open-container";
import { portRange } from "./port-range";

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
    ...settingServices("PortRange", portRange),
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
  settings: [portRange, judgedUntil],
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
  async onStart(app) {
    await loadContainerPlaces(app.db);
    // First, so that what is held is judged as such.
    await takeUpReplacements(app);
    watchStarts(app);
  },
  async onStop() {
    await Promise.all([endContainerFiles(), endReplacements()]);
  },
});
