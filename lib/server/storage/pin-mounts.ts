import { AppError } from "@/lib/shared/errors";
import type { PinnedMount } from "@/lib/server/process/jail/jail-plan";
import { openInside } from "./container/open-inside";

import { toFsPath } from "./local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "./local/sys/sys";
import type { Mount } from "./mounts";

/**
 * Mounts with what their places are now: whoever uses them later finds out whether a name has come to mean something else. No link is followed. Throws
 * terminal/unconfined, with the reason as its cause, for a place that is not there or has become a link.
 */
export async function pinMounts(mounts: readonly Mount[]): Promise<PinnedMount[]> {
  const root = await sys.open(toFsPath("/"), openFlags.folderPlace);
  try {
    return await Promise.all(
      mounts.map(async ({ place, access, isOwn }) => {
        const fd = await openInside(root, place, openFlags.place);
        try {
          const { dev, ino } = await sys.fstatBig(fd);
          return { place, access, id: `${dev}:${ino}`, ...(isOwn === true ? { isOwn } : {}) };
        } finally {
          await closeQuietly(fd);
        }
      }),
    );
  } catch (cause) {
    throw new AppError("terminal/unconfined", {}, { cause });
  } finally {
    await closeQuietly(root);
  }
}
