import type { userContract } from "@/lib/contracts/user";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";

export const getQuota: Service<typeof userContract.getQuota> = async (_, { actor }) => {
  const quota = getApp().quotaFor(actor);
  return quota === null ? { limit: null, used: null } : { limit: quota.limitBytes, used: await quota.usedBytes() };
};
