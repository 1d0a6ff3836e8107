import { AppError } from "@/lib/shared/errors";
import { isEntryName, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { joinPlace } from "@/lib/server/storage/scope";
import { openPolicy } from "@/lib/server/storage/trash-policy";
import type { TrashPlace } from "@/lib/server/storage/trash-storage";
import { asAppError, nullIfMissing } from "./protocol/sftp-status";
import { kindOf } from "./sftp-entry";
import { placeAt } from "./sftp-host";
import type { Found, Location, Reached, SftpResolver } from "./sftp-resolver";
import type { SftpAttributes } from "./protocol/packet";

/** An entry of a trash, its folder's path on the host, and the path that it is shown by. */
export type Kept = Reached & { place: TrashPlace; folder: string; shown: VirtualPath };

/** The way to an entry of a trash and what is below it: it has no paths of its own, so its old one stands for it. Links are not followed anywhere. */
export function createTrashResolver({ shared, reach, trashBaseOf }: SftpResolver, kept: Kept): SftpResolver {
  const { host, place, folder, shown } = kept;
  const policy = openPolicy(kept.policy, place.folder);
  const root = { id: "", note: "", place: place.folder, writable: true };
  const top = { host, policy, root, access: "write" } as const;

  function namesTo(path: VirtualPath): string[] {
    if (path === parentOf(shown)) return [];
    if (path === shown) return [place.name];
    if (!path.startsWith(`${shown}/`)) throw new AppError("trash/gone");
    return [place.name, ...path.slice(shown.length + 1).split("/")];
  }

  async function find(path: VirtualPath): Promise<Found> {
    const names = namesTo(path);
    if (!names.every(isEntryName)) throw new AppError("file/name-invalid");
    const paths = [folder, ...names.map((_, index) => names.slice(0, index + 1).reduce(joinPlace, folder))];
    const seen: (SftpAttributes | null)[] = await asAppError(
      Promise.all(paths.map((one) => host.session.lstat(one).catch(nullIfMissing))),
    );
    const attributes = seen.at(-1) ?? null;
    const isBelowFolders = seen.slice(0, -1).every((one) => one !== null && kindOf(one) === "folder");
    if (attributes === null || !isBelowFolders) throw new AppError("file/not-found");
    const real = paths.at(-1) ?? folder;
    return { ...top, path: real, real: placeAt(host, real), attributes };
  }

  async function findFolder(path: VirtualPath): Promise<Found> {
    const found = await find(path);
    if (kindOf(found.attributes) !== "folder") throw new AppError("file/not-folder");
    return found;
  }

  async function location(path: VirtualPath): Promise<Location> {
    const parent = parentOf(path);
    if (path === shown || parent === null) return { ...top, path: folder, real: place.folder, name: place.name };
    const { attributes: _, ...found } = await findFolder(parent);
    return { ...found, name: nameOf(path) };
  }

  return { shared, reach, find, findFolder, location, behind: location, trashBaseOf };
}
