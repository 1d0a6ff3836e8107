import { networkChannels, networkContract } from "@/lib/contracts/network";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import {
  connectContainer,
  createNetwork,
  disconnectContainer,
  listUnusedNetworks,
  pruneNetworks,
  removeNetwork,
} from "./change-networks";
import { followNetworks } from "./follow-networks";
import { getNetwork } from "./get-network";
import { listNetworks } from "./list-networks";

export const networkGroup = group({
  name: "network",
  contract: networkContract,
  json: {
    listNetworks,
    getNetwork,
    createNetwork,
    removeNetwork,
    connectContainer,
    disconnectContainer,
    listUnusedNetworks,
    pruneNetworks,
  },
  channels: serveChannels(networkChannels, { follow: followNetworks }),
});
