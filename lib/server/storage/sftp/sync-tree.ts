import type { VirtualPath } from "@/lib/shared/paths";
import { openFlags } from "./protocol/sftp-session";
import { asAppError, isStatus, statusCodes } from "./protocol/sftp-status";
import { kindOf } from "./sftp-entry";
import type { SftpResolver } from "./sftp-resolver";
import { walkTree, type TreeItem } from "./walk-tree";

/** See {@link Storage.sync}: file by file. The protocol has nothing for folders, and without its extension nothing at all. */
export async function syncSftpTree(resolver: SftpResolver, path: VirtualPath): Promise<void> {
  const { host, policy, path: at, real, attributes } = await resolver.findFolder(path);
  const { session } = host;
  if (!session.offers("fsync@openssh.com")) return;
  const leaf = async (item: TreeItem) => {
    if (kindOf(item.attributes) !== "file") return;
    const handle = await session.open(item.path, openFlags.read);
    try {
      await session.fsync(handle);
    } finally {
      await session.close(handle).catch(() => {}); // what was thrown says more
    }
  };
  const failed = (_: TreeItem, error: unknown) => {
    // Gone or not to be read: nothing of ours.
    if (!isStatus(error, statusCodes.noSuchFile, statusCodes.denied)) throw error;
  };
  const top = { path: at, real, shown: path, name: "", attributes };
  const visitor = { withOwn: false, parallel: 8, enter: () => true, leaf, leave: () => {}, failed, check: () => {} };
  await asAppError(walkTree({ host, policy, top, context: true }, visitor));
}
