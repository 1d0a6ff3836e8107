import { isAppError, type AppError, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";

/** Of an entry itself: others can be read all the same. */
const keys: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  "file/access-denied",
  "file/busy",
  "file/changed",
  "file/io",
  "file/link-outside",
  "file/link-target",
  "file/not-file",
  "file/not-folder",
  "file/not-found",
  "file/out-of-scope",
  "file/special",
  "file/too-deep",
  "file/too-many-links",
]);

/** Told of an entry that cannot be read, or of a folder that cannot be listed. */
export type OnUnread = (unread: { path: VirtualPath; name: string }, error: AppError) => void;

export function isUnread(error: unknown): error is AppError {
  return isAppError(error) && keys.has(error.key);
}

/** Tells of it where it is the entry's own failure and somebody wants to know; otherwise throws it. */
export function tellUnread(unread: Parameters<OnUnread>[0], error: unknown, onUnread: OnUnread | undefined): void {
  if (onUnread === undefined || !isUnread(error)) throw error;
  onUnread(unread, error);
}
