import type { Stats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Survey, Surveyed } from "@/lib/server/storage/survey";
import { asDate, kindOf } from "@/lib/server/storage/local/resolve/entries";
import { throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly } from "@/lib/server/storage/local/sys/sys";
import { openTreeStart } from "./tree-start";
import { walkTree, type TreeItem } from "./tree-walk";

const blockBytes = 512; // stat(2)

type Options<C> = { path: VirtualPath; context: C; survey: Survey<C>; signal: AbortSignal };

/** See {@link Storage.survey}. */
export async function surveyTree<C>(resolver: Resolver, { path, context, survey, signal }: Options<C>): Promise<void> {
  const { item, folder } = await openTreeStart(resolver, path).catch((error: unknown) => {
    throw toAppError(error);
  });
  try {
    if (!item.stats.isDirectory()) throw new AppError("file/not-folder");
    await walkTree(resolver.policy, item, context, {
      parallel: 1,
      withTemporaries: false,
      enter: async (entry, outer) => survey.enter(describe(entry), outer),
      leaf: async (entry, outer) => survey.leaf(describe(entry), outer),
      leave: async (_, inner) => survey.leave(inner),
      // Not counted: how many neighbours there are is none of the actor's business.
      invisible: () => false,
      failed: () => survey.unreadable(),
      check: () => throwIfAborted(signal),
    });
  } finally {
    await closeQuietly(folder.fd);
  }
}

function describe({ path, name, stats }: TreeItem): Surveyed {
  const { size, blocks, mtimeMs, dev, nlink } = stats;
  return {
    path,
    name,
    kind: kindOf(stats),
    sizeBytes: size,
    allocatedBytes: blocks * blockBytes,
    mtimeMs: asDate(mtimeMs),
    device: dev,
    hardLinkId: nlink > 1 && stats.isFile() ? linkId(stats) : null,
  };
}

/** Size and times besides: numbers of inodes may be larger than what a number here tells apart, and those of removed files are given to others. */
function linkId({ dev, ino, size, mtimeMs, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${birthtimeMs}`;
}
