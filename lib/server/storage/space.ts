import type { StatsFs } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { usedOf } from "@/lib/shared/volume-use";

/**
 * `usedBytes` and `availableBytes`: as df counts them. `freeBytes`: what may still be written, which is less where some is kept for emergencies.
 * `totalBytes` 0: none of it is known. `quotaBytes`: it is the user's own limit that ends it, not the disk.
 */
export type Space = {
  totalBytes: number;
  usedBytes: number;
  availableBytes: number;
  freeBytes: number;
  quotaBytes?: number;
};

/** What statvfs(3) counts: `freeBlocks` with those that are kept for root. */
export type Volume = { blockBytes: number; blocks: number; freeBlocks: number; availableBlocks: number };

export const volumeOf = ({ bsize, blocks, bfree, bavail }: StatsFs): Volume => ({
  blockBytes: bsize,
  blocks,
  freeBlocks: bfree,
  availableBlocks: bavail,
});

/** `freeBytes`: what may still be written, if that is less than what is available. */
export function spaceOfVolume(volume: Volume, freeBytes = Infinity): Space {
  const { blockBytes, blocks, freeBlocks, availableBlocks } = volume;
  const availableBytes = blockBytes * availableBlocks;
  return {
    totalBytes: blockBytes * blocks,
    usedBytes: usedOf({ total: blockBytes * blocks, free: blockBytes * freeBlocks }),
    availableBytes,
    freeBytes: Math.min(availableBytes, freeBytes),
  };
}

/** What to throw where something does not fit: quota/exceeded or file/disk-full. */
export function noRoom({ quotaBytes }: Space): AppError {
  return quotaBytes === undefined
    ? new AppError("file/disk-full")
    : new AppError("quota/exceeded", { bytes: quotaBytes });
}
