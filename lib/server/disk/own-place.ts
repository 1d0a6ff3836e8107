import { posix } from "node:path";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isWithin } from "@/lib/shared/paths";
import { isOnMachine, isSameOnMachine } from "@/lib/server/machine/disks/machine-folder";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { isOwnPlace } from "@/lib/server/storage/own-names";
import { accessOf, holdsRestricted } from "@/lib/server/storage/scope";

type Asker = Pick<Ctx, "actor" | "storage">;

const refusal = (place: string) => new AppError("disk/place-not-own", { name: place });

/**
 * What is mounted at a place takes the place of all that is there and below, for everybody. Throws disk/place-not-own unless the caller may write there, and everywhere below: then
 * whatever others have in it, the caller has too. Nothing is asked of the disk, which may be one that does not answer.
 */
export async function assertOwnPlace(place: string, { actor, storage }: Asker): Promise<void> {
  if (actor.isRoot) return;
  const roots = await storage.roots();
  const above = roots.filter((root) => isWithin(place, root.place));
  const [nearest] = above.toSorted((a, b) => b.place.length - a.place.length);
  const isOwn =
    nearest?.writable === true &&
    !isOwnPlace(place) &&
    accessOf(place, actor.scopes) === "write" &&
    !holdsRestricted(place, actor.scopes) &&
    !roots.some((root) => !root.writable && isWithin(root.place, place));
  if (!isOwn) throw refusal(place);
}

/** As `assertOwnPlace`, and what is there now has to be the caller's: a folder that was moved keeps its limits. With `creates` so does each folder that is to be made, and the one that they are made in. */
export async function assertOwnFolder(place: string, creates: boolean, asker: Asker): Promise<void> {
  if (asker.actor.isRoot) return;
  await assertOwnPlace(place, asker);
  for (let folder = place; ; folder = posix.dirname(folder)) {
    if (accessOf(folder, asker.actor.scopes) !== "write") throw refusal(place);
    if (await isWritableFolder(folder, asker)) return;
    // Out of the caller's sight is not the same as missing.
    if (await isOnMachine(folder)) throw refusal(place);
    if (!creates) throw new AppError("disk/not-folder", { name: place });
  }
}

/** False: the caller sees none. */
async function isWritableFolder(folder: string, { storage }: Asker): Promise<boolean> {
  const path = storage.locate(folder);
  if (path === null) return false;
  try {
    const { kind, writable } = await storage.stat(path);
    if ((await storage.placeOf(path)) !== folder) throw new AppError("disk/place-link", { name: folder });
    if (kind !== "folder") throw new AppError("disk/not-folder", { name: folder });
    if (!writable || !(await isSameOnMachine(folder))) throw refusal(folder);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.key === "file/not-found") return false;
    throw error.key === "file/link-outside" ? new AppError("disk/place-link", { name: folder }) : error;
  }
}
