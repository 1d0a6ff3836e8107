import { tabContract } from "@/lib/contracts/tab";
import { group } from "@/lib/server/group/group";
import { changeTabs, listTabs } from "./tabs";

export const tabGroup = group({ name: "tab", contract: tabContract, json: { listTabs, changeTabs } });
