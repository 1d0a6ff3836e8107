import { AppError } from "@/lib/shared/errors";
import { isOwnName } from "./own-names";
import type { Policy } from "./policy";
import { joinPlace, type Access } from "./scope";
import type { Root } from "./storage";

/** Where an adapter found something that a path leads to: its real place, and what the actor may do there. The same for all adapters. */
export type Located = { real: string; access: Access; root: Root };

/** Access to an entry of a folder, links not followed. */
export function accessToChild(policy: Policy, folder: Located, name: string): Access {
  return policy.access(joinPlace(folder.real, name));
}

/**
 * Throws unless the actor may create, replace or remove this entry; what is out of sight is file/not-found, a name of our own
 * file/name-invalid. Every way in that takes a name beside a path asks here.
 */
export function assertWritable(policy: Policy, folder: Located, name: string): void {
  if (isOwnName(name)) throw new AppError("file/name-invalid");
  assertPlaceWritable(policy, folder, name);
}

/** {@link assertWritable} for any name, such as an unfinished file's. */
export function assertPlaceWritable(policy: Policy, folder: Located, name: string): void {
  const access = accessToChild(policy, folder, name);
  if (access === "none") throw new AppError("file/not-found");
  if (access !== "write" || !folder.root.writable) throw new AppError("file/read-only");
}

/** As {@link assertWritable}, and the folder too must be writable: for operations that change which names it holds. */
export function assertFolderWritable(policy: Policy, folder: Located, name: string): void {
  assertWritable(policy, folder, name);
  if (folder.access !== "write") throw new AppError("file/read-only");
}

/** Throws for a protected place (file/protected), or for one that holds something the actor may not change. */
export function assertMovable(policy: Policy, real: string): void {
  if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
  if (policy.holdsRestricted(real)) throw new AppError("file/access-denied");
}

/** Throws unless the actor may take the entry away with all that it holds: {@link assertFolderWritable} and {@link assertMovable}. */
export function assertDeletable(policy: Policy, folder: Located, name: string): void {
  assertFolderWritable(policy, folder, name);
  assertMovable(policy, joinPlace(folder.real, name));
}
