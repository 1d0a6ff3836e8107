import { AppError } from "@/lib/shared/errors";
import { openInside } from "./container/open-inside";
import { closeQuietly, openFlags, sys } from "./local/sys/sys";
import { toFsPath } from "./local/sys/fs-path";

/**
 * Calls with a path that leads to exactly one folder, whatever takes its name meanwhile, for a program that is to begin there: `work` starts it before it is done.
 * Throws file/not-folder when there is none at the host path, or a link on the way.
 */
export async function withRealFolder<T>(place: string, work: (path: string) => T): Promise<T> {
  const root = await sys.open(toFsPath("/"), openFlags.folderPlace);
  try {
    const fd = await openInside(root, place, openFlags.folderPlace).catch((cause: unknown) => {
      throw new AppError("file/not-folder", {}, { cause });
    });
    try {
      // By the started program, which has the descriptor until it becomes another.
      return work(`/proc/self/fd/${fd}`);
    } finally {
      await closeQuietly(fd);
    }
  } finally {
    await closeQuietly(root);
  }
}
