import type { fileContract } from "@/lib/contracts/file";
import type { Service } from "@/lib/server/http/service";

export const measureEntries: Service<typeof fileContract.measure> = async ({ files }, { storage, signal }) => {
  const total = { folders: 0, files: 0, bytes: 0 };
  for (const path of files) {
    const size = await storage.measure(path, signal);
    total.folders += size.folders;
    total.files += size.files;
    total.bytes += size.bytes;
  }
  return total;
};
