import type { fileContract } from "@/lib/contracts/file";
import type { Service } from "@/lib/server/http/service";

export const folderSpace: Service<typeof fileContract.space> = async ({ path }, { storage }) => {
  const { totalBytes, usedBytes, availableBytes, freeBytes } = await storage.space(path);
  return { total: totalBytes, used: usedBytes, available: availableBytes, free: freeBytes };
};
