import { dockerChannels, dockerContract } from "@/lib/contracts/docker";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { changeContainer, removeContainer, renameContainer } from "./change-container";
import { followContainers } from "./follow-containers";
import { getContainer } from "./get-container";
import { listContainers } from "./list-containers";
import { openContainerLogs, openContainerTerminal } from "./open-container";

export const dockerGroup = group({
  name: "docker",
  contract: dockerContract,
  json: {
    listContainers,
    getContainer,
    changeContainer,
    renameContainer,
    removeContainer,
    openContainerTerminal,
    openContainerLogs,
  },
  channels: serveChannels(dockerChannels, { follow: followContainers }),
});
