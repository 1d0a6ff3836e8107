import type { propertiesContract } from "@/lib/contracts/properties";
import type { Service } from "@/lib/server/http/run-endpoint";

export const getProperties: Service<typeof propertiesContract.getProperties> = async ({ path }, { storage }) => {
  const { sizeBytes, allocatedBytes, mtimeMs, atimeMs, ctimeMs, birthtimeMs, ...rest } = await storage.details(path);
  return {
    ...rest,
    size: sizeBytes,
    allocated: allocatedBytes,
    mtime: mtimeMs,
    atime: atimeMs,
    ctime: ctimeMs,
    birthtime: birthtimeMs,
  };
};
