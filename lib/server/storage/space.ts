import { AppError } from "@/lib/shared/errors";

/** `freeBytes`: what may still be written. `totalBytes` 0: neither is known. `quotaBytes`: it is the user's own limit that ends it, not the disk. */
export type Space = { totalBytes: number; freeBytes: number; quotaBytes?: number };

/** What to throw where something does not fit: quota/exceeded or file/disk-full. */
export function noRoom({ quotaBytes }: Space): AppError {
  return quotaBytes === undefined
    ? new AppError("file/disk-full")
    : new AppError("quota/exceeded", { bytes: quotaBytes });
}
