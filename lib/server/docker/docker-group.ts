import { dockerContract } from "@/lib/contracts/docker";
import { group } from "@/lib/server/group/group";
import { listContainers } from "./list-containers";
import { openContainerLogs, openContainerTerminal } from "./open-container";

export const dockerGroup = group({
  name: "docker",
  contract: dockerContract,
  json: { listContainers, openContainerTerminal, openContainerLogs },
});
