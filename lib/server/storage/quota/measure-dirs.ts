import { isAppError } from "@/lib/shared/errors";
import type { StorageInput } from "@/lib/server/storage/adapter";
import type { Storage } from "@/lib/server/storage/storage";

/** The bytes of all files in these folders of this machine, one folder after the other; one that is gone holds none. */
export async function measureDirs(dirs: readonly string[], make: (input: StorageInput) => Storage): Promise<number> {
  const roots = dirs.map((place, index) => ({ id: `d${index}`, note: "", place, writable: false }));
  const storage = make({ roots, scopes: null, protectedPaths: [], asker: null });
  let total = 0;
  for (const dir of dirs) {
    const path = storage.locate(dir);
    if (path === null) continue;
    try {
      total += (await storage.measure(path)).bytes;
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
  return total;
}
