import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

/** Of the file that is at a path; 0 where there is none. */
export async function sizeOf(storage: Storage, path: VirtualPath): Promise<number> {
  return storage.stat(path).then(
    ({ kind, sizeBytes }) => (kind === "file" ? sizeBytes : 0),
    () => 0, // there is none yet, or what comes next will say what is wrong
  );
}
