import type { VirtualPath } from "@/lib/shared/paths";
import type { TreeSize } from "@/lib/server/storage/storage";
import { throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import type { Policy } from "@/lib/server/storage/policy";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly } from "@/lib/server/storage/local/sys/sys";
import { openTreeStart } from "./tree-start";
import { walkTree, type TreeItem } from "./tree-walk";

/** See {@link Storage.measure}. What cannot be read is left out. */
export async function measureTree(
  resolver: Resolver,
  path: VirtualPath,
  signal: AbortSignal | undefined,
): Promise<TreeSize> {
  const { item, folder } = await openTreeStart(resolver, path).catch((error: unknown) => {
    throw toAppError(error);
  });
  try {
    return await measureItem(resolver.policy, item, () => throwIfAborted(signal));
  } finally {
    await closeQuietly(folder.fd);
  }
}

/** Totals of an entry of an open folder; `check` throws to stop. */
export async function measureItem(policy: Policy, item: TreeItem, check: () => void): Promise<TreeSize> {
  const total = { folders: 0, files: 0, bytes: 0 };
  const count = async ({ stats }: TreeItem) => {
    total.files++;
    if (stats.isFile()) total.bytes += stats.size;
  };
  if (!item.stats.isDirectory()) {
    await count(item);
    return total;
  }
  await walkTree(
    policy,
    item,
    {},
    {
      parallel: 1,
      withTemporaries: false,
      async enter(entry) {
        if (entry !== item) total.folders++;
        return {};
      },
      leaf: count,
      leave: async () => {},
      invisible: () => false,
      failed: () => {},
      check,
    },
  );
  return total;
}
