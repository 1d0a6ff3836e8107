import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";
import type { WorkBeside } from "@/lib/server/base/work-beside";

const privateMode = 0o700;
/** What gives the folder's group to all that is made in it. */
const setGroupId = 0o2000;

type Wanted = { mode: number | null; mtimeMs: number };

/**
 * Modes and times of unpacked folders. They come last, as a folder that may not be written to has to be filled before, and each file in it changes its time. Until then
 * the folder around them all is open to its owner alone. A folder gets no more than what new ones get here.
 */
export async function beginFolders(storage: Storage, into: VirtualPath, signal: AbortSignal) {
  const hasModes = storage.can(into, "modes");
  const own = hasModes ? (await storage.stat(into)).mode : null;
  const usual = own === null ? null : own & 0o777;
  const group = (own ?? 0) & setGroupId;
  const wanted = new Map<VirtualPath, Wanted>();
  const set = (path: VirtualPath, change: { mode?: number; mtimeMs?: number }) =>
    storage.setAttributes(path, { change, recursive: false, signal });
  if (usual !== null) await set(into, { mode: group | (usual & privateMode) });
  return {
    note: (path: VirtualPath, folder: Wanted) => void wanted.set(path, folder),
    /** Those in a folder before it. What fails is told, and the rest goes on. */
    async finish(beside: WorkBeside, failed: (path: VirtualPath, error: unknown) => void): Promise<void> {
      if (usual === null) return;
      const deepest = [...wanted].map(([path, folder]) => ({ path, folder, depth: path.split("/").length }));
      let last = Infinity;
      for (const { path, folder, depth } of deepest.toSorted((one, other) => other.depth - one.depth)) {
        if (depth < last) await beside.all();
        last = depth;
        const { mode, mtimeMs } = folder;
        const isNarrower = mode !== null && (mode & usual) !== usual;
        const change = { mtimeMs, ...(isNarrower ? { mode: group | (mode & usual) } : {}) };
        await beside.add(async () => {
          await set(path, change).catch((error: unknown) => failed(path, error));
        });
      }
      await beside.all();
      await set(into, { mode: group | usual });
    },
  };
}
