import { navindexChannels, navindexContract } from "@/lib/contracts/navindex";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { listBoards, saveBoard } from "./boards";
import { followLinkStates } from "./link-states";

export const navindexGroup = group({
  name: "navindex",
  contract: navindexContract,
  json: { listBoards, saveBoard },
  channels: serveChannels(navindexChannels, { states: followLinkStates }),
});
