import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { siblingOf } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/run-endpoint";

export const renameEntry: Service<typeof fileContract.rename> = async ({ path, newName }, { storage }) => {
  const target = siblingOf(path, newName);
  if (target === null) throw new AppError("file/name-invalid");
  // The adapter refuses a taken name atomically; asking first would race.
  await storage.rename(path, target);
  return { path: target };
};
