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
