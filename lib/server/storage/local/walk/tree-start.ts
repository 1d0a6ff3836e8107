import { AppError } from "@/lib/shared/errors";
import { parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { joinPlace, type Access } from "@/lib/server/storage/scope";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeItem } from "./tree-walk";

/** An entry to read as a tree, a final link not followed. The caller closes `folder.fd`. */
export type TreeStart = { item: TreeItem; folder: Handle; real: string; access: Access };

/** Opens the entry's folder; for a root, which has none that the actor knows, the root itself under the name `.`. */
export async function openTreeStart(resolver: Resolver, path: VirtualPath): Promise<TreeStart> {
  const isRoot = parentOf(path) === null;
  const folder = isRoot
    ? { ...(await resolver.openHandle(path)), name: "." as EntryName } // names the open folder itself
    : await resolver.openLocation(path);
  try {
    const real = isRoot ? folder.real : joinPlace(folder.real, folder.name);
    const stats = await sys.lstat(childPath(folder.fd, folder.name)).catch((error: unknown) => {
      throw resolver.policy.access(real) === "none" ? new AppError("file/not-found") : error;
    });
    if (!isRoot) resolver.policy.meet(stats, real);
    const access = resolver.policy.access(real);
    if (access === "none") throw new AppError("file/not-found");
    return { item: { folder, name: folder.name, path, stats }, folder, real, access };
  } catch (error) {
    await closeQuietly(folder.fd);
    throw error;
  }
}
