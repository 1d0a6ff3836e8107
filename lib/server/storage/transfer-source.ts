import { isAppError } from "@/lib/shared/errors";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import { joinPlace } from "./scope";
import type { Entry, Storage } from "./storage";

/** A link's own, not that of what it leads to. */
export async function ownPlace(storage: Storage, path: VirtualPath, { kind, name }: Entry): Promise<string> {
  const parent = kind === "link" ? parentOf(path) : null;
  return parent === null ? storage.placeOf(path) : joinPlace(await storage.placeOf(parent), name);
}

/** False for what holds something that the actor may not change: then nothing of it moves. */
export async function isMovable(storage: Storage, path: VirtualPath): Promise<boolean> {
  try {
    await storage.assertMovable(path);
    return true;
  } catch (error) {
    if (isAppError(error) && error.key === "file/access-denied") return false;
    throw error;
  }
}

type Ends = { source: Storage; target: Storage; from: VirtualPath; toFolder: VirtualPath; inside?: object };

/**
 * All of a transfer between the two places where it began: it goes by names, and whoever may write there could put a link on the way meanwhile. One
 * storage that does it by itself has no more than names either.
 */
export function pinEnds<T extends Ends>(transfer: T, { own, into }: { own: string; into: string }): T {
  const { source, target, from, toFolder, inside } = transfer;
  if (inside !== undefined) return transfer;
  const [path, place] = [toFolder, into];
  return { ...transfer, source: source.pinned([{ path: from, place: own }]), target: target.pinned([{ path, place }]) };
}
