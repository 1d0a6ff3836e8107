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

type Room = {
  take(bytes: number): Promise<void>;
  /** {@link take} of what is known to be there; false when the volume has to be asked. */
  takeNow(bytes: number): boolean;
};

/** Room on the volume of an open file for what comes in pieces; `take` before each one throws file/disk-full. */
export function createRoom(fd: number): Room {
  let left = -1;
  const takeNow = (bytes: number) => (left -= bytes) >= 0;
  return {
    takeNow,
    async take(bytes) {
      if (takeNow(bytes)) return;
      const usable = await lookAt(fd);
      if (usable === 0 || bytes > usable) throw new AppError("file/disk-full");
      // Near the end in smaller steps, as there may be several who write.
      left = Math.min(lookEveryBytes, usable / 4) - bytes;
    },
  };
}

/** A file takes an inode and at least a block. */
const leastFileBytes = 16_384;

/** {@link createRoom} for small files that come into open folders. */
export function createRooms(): { of(folder: { fd: number }): Room } {
  const rooms = new WeakMap<object, Room>();
  return {
    of(folder) {
      const known = rooms.get(folder);
      if (known !== undefined) return known;
      const room = createRoom(folder.fd);
      const least = (bytes: number) => Math.max(bytes, leastFileBytes);
      const made = {
        take: (bytes: number) => room.take(least(bytes)),
        takeNow: (bytes: number) => room.takeNow(least(bytes)),
      };
      rooms.set(folder, made);
      return made;
    },
  };
}

export type Rooms = ReturnType<typeof createRooms>;
