import { AppError } from "@/lib/shared/errors";
import { isPermission } from "@/lib/shared/permissions";
import type { Actor } from "@/lib/server/ctx";
import type { SomeGrants } from "@/lib/server/session/grants";
import { accessOf } from "@/lib/server/storage/scope";

/** Nobody grants what they do not hold: neither permissions nor folders. */
export function assertMayGrant(
  actor: Actor,
  { auth_list: authList = [], access_dirs: accessDirs = [], only_read_dirs: readDirs = [] }: SomeGrants,
): void {
  const permission = authList.find((name) => !isPermission(name) || !actor.permissions.has(name));
  if (permission !== undefined) throw new AppError("user/grant", { grant: permission });
  const folder =
    accessDirs.find((path) => accessOf(path, actor.scopes) !== "write") ??
    readDirs.find((path) => !["read", "write"].includes(accessOf(path, actor.scopes)));
  if (folder !== undefined) throw new AppError("user/grant", { grant: folder });
}
