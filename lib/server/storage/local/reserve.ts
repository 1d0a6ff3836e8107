import type { StatsFs } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { fdPath } from "./fs-path";
import { sys } from "./sys";

const maxReserveBytes = 268_435_456;
const maxReserveFiles = 10_000;
const reservedShare = 0.02;
/** A stream looks again after so many bytes: others write to the same volume. */
const lookEveryBytes = 16_777_216;

type Volume = Pick<StatsFs, "bsize" | "blocks" | "bavail" | "files" | "ffree">;

/**
 * What may still be written to a volume. The last 2 %, at most 256 MiB and 10,000 inodes, stay free, so that whoever has filled it up
 * can still be signed in, and delete something. Infinity where the volume does not tell its size (some FUSE disks).
 */
export function usableBytes({ bsize, blocks, bavail, files, ffree }: Volume): number {
  if (blocks === 0) return Infinity;
  // A disk that makes inodes as it needs them says that it has none at all.
  if (files > 0 && ffree < Math.min(maxReserveFiles, files * reservedShare)) return 0;
  const reserve = Math.min(maxReserveBytes, bsize * blocks * reservedShare);
  return Math.max(0, Math.floor(bsize * bavail - reserve));
}

/** Throws file/disk-full where what is wanted, or even an empty file, would take of the reserve of the open entry's volume. */
export async function assertRoom(fd: number, bytes: number): Promise<void> {
  const usable = await lookAt(fd);
  if (usable === 0 || bytes > usable) throw new AppError("file/disk-full");
}

async function lookAt(fd: number): Promise<number> {
  return usableBytes(await sys.statfs(fdPath(fd)));
}

/** Room on the volume of an open file for what comes in pieces; `take` before each one throws file/disk-full. */
export function createRoom(fd: number): { take(bytes: number): Promise<void> } {
  let left = -1;
  return {
    async take(bytes) {
      left -= bytes;
      if (left >= 0) return;
      const usable = await lookAt(fd);
      if (usable === 0 || bytes > usable) throw new AppError("file/disk-full");
      // Near the end in smaller steps, as there may be several who write.
      left = Math.min(lookEveryBytes, usable / 4) - bytes;
    },
  };
}
