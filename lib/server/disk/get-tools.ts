import type { diskContract } from "@/lib/contracts/disk";
import type { Service } from "@/lib/server/http/service";
import { findHostNeeds } from "@/lib/server/process/host-access";
import { hasDiskTool } from "./run-disk-tool";

export const getTools: Service<typeof diskContract.getTools> = async () => {
  const [has_smartctl, needs] = await Promise.all([hasDiskTool("smartctl"), findHostNeeds()]);
  return { has_smartctl, needs: needs ?? [] };
};
