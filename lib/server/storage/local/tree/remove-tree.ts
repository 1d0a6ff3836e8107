import { assertDeletable, assertFolderWritable, assertMovable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Noted } from "@/lib/server/storage/noted";
import type { TreeResult, TreeWishes } from "@/lib/server/storage/storage";
import { failureKey, isErrno, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import { syncPlace } from "@/lib/server/storage/local/journal/place-entry";
import { noteAt } from "@/lib/server/storage/local/known/noted-of";
import type { Policy } from "@/lib/server/storage/policy";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import { createTreeReport, type TreeReport } from "@/lib/server/storage/tree-report";
import { walkTree, type TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** See {@link Storage.remove}. Nothing is touched when the entry is protected or holds something the actor may not remove. */
export async function removeTree(resolver: Resolver, path: VirtualPath, options: TreeWishes): Promise<TreeResult> {
  const { policy } = resolver;
  const location = await resolver.openLocation(path);
  const report = createTreeReport(options, failureKey);
  try {
    assertFolderWritable(policy, location, location.name);
    const real = joinPlace(location.real, location.name);
    if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
    const item = {
      folder: location,
      name: location.name,
      path,
      stats: await sys.lstat(childPath(location.fd, location.name)),
    };
    report.check();
    if (policy.holdsRestricted(real)) report.fail(path, new AppError("file/access-denied"));
    else await removeItem(policy, item, report);
    await syncPlace(location.fd);
    return report.result(path);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

/** See {@link Storage.removeEmptyFolder}. */
export async function removeEmptyFolder(resolver: Resolver, path: VirtualPath): Promise<void> {
  const { policy } = resolver;
  const location = await resolver.openLocation(path);
  try {
    assertFolderWritable(policy, location, location.name);
    assertMovable(policy, joinPlace(location.real, location.name));
    await sys.rmdir(childPath(location.fd, location.name));
    await syncPlace(location.fd);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

/** See {@link Storage.removeMoved}. */
export async function removeMoved(resolver: Resolver, path: VirtualPath, stamp: Noted["stamp"]): Promise<Noted["id"]> {
  const location = await resolver.openLocation(path);
  try {
    assertDeletable(resolver.policy, location, location.name);
    const entry = childPath(location.fd, location.name);
    const id = await namesInTurn([location], async () => {
      const now = await noteAt(entry);
      if (stamp === null || now.stamp !== stamp) throw new AppError("file/changed");
      await sys.unlink(entry);
      return now.id;
    });
    await syncPlace(location.fd);
    return id;
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

/** Removes an entry of an open folder with everything below it; failures below it are collected. */
export async function removeItem(policy: Policy, item: TreeItem, report: TreeReport): Promise<void> {
  function assertRemovable({ folder, name }: TreeItem): void {
    const real = joinPlace(folder.real, name);
    assertMovable(policy, real);
    if (policy.access(real) !== "write") throw new AppError("file/read-only");
  }

  async function unlink(leaf: TreeItem): Promise<void> {
    assertRemovable(leaf);
    await sys.unlink(childPath(leaf.folder.fd, leaf.name)).catch(ignoreGone);
    report.file(leaf.path);
    report.bytes(leaf.stats.isFile() ? leaf.stats.size : 0, leaf.path);
  }

  if (!item.stats.isDirectory()) {
    // What replaces it comes before or after, as a whole.
    await namesInTurn([{ fd: item.folder.fd, name: item.name }], () => unlink(item));
    return;
  }
  await walkTree(
    policy,
    item,
    {},
    {
      parallel: 8,
      withTemporaries: true,
      async enter(folder) {
        assertRemovable(folder);
        return {};
      },
      leaf: unlink,
      async leave(folder, _context, isWhole) {
        if (isWhole) await sys.rmdir(childPath(folder.folder.fd, folder.name)).catch(ignoreGone);
      },
      invisible(folderPath) {
        report.fail(folderPath, new AppError("file/access-denied"));
        return true;
      },
      failed: report.fail,
      check: report.check,
    },
  );
}

function ignoreGone(error: unknown): void {
  if (!isErrno(error, "ENOENT")) throw error;
}
