import { createPace } from "@/lib/server/base/next-slice";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage, TreeSize } from "./storage";

type Measuring = { storage: Pick<Storage, "measure">; signal: AbortSignal };

/** Totals of several entries, and of everything below them. Others have their turn in between, however many there are. */
export async function measureAll(paths: readonly VirtualPath[], { storage, signal }: Measuring): Promise<TreeSize> {
  const total = { folders: 0, files: 0, bytes: 0 };
  const pace = createPace();
  for (const path of paths) {
    await pace();
    const { folders, files, bytes } = await storage.measure(path, signal);
    total.folders += folders;
    total.files += files;
    total.bytes += bytes;
  }
  return total;
}
