import { tabChannels, tabContract } from "@/lib/contracts/tab";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followTabs } from "./follow-tabs";
import { changeTabs, listTabs } from "./tabs";

export const tabGroup = group({
  name: "tab",
  contract: tabContract,
  json: { listTabs, changeTabs },
  channels: serveChannels(tabChannels, { follow: followTabs }),
});
