import type { StatsFs } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { fdPath } from "./fs-path";
import { sys } from "./sys";

const maxReserveBytes = 268_435_456;
const maxReserveFiles = 10_000;
const reservedShare = 0.02;
/** A stream looks again after so many bytes: others write to the same volume. */
const lookEveryBytes = 16_777_216;

type Facts = Pick<StatsFs, "bsize" | "blocks" | "bavail" | "files" | "ffree">;

/**
 * What may still be written to a volume. The last 2 %, at most 256 MiB and 10,000 inodes, stay free, so that whoever has filled it up
 * can still be signed in, and delete something. Infinity where the volume does not tell its size (some FUSE disks).
 */
export function usableBytes({ bsize, blocks, bavail, files, ffree }: Facts): number {
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

/** What may be written before the volume is asked again. */
type Volume = { leftBytes: number };

const takeNow = (volume: Volume, bytes: number) => (volume.leftBytes -= bytes) >= 0;

async function take(volume: Volume, fd: number, bytes: number): Promise<void> {
  if (takeNow(volume, bytes)) return;
  const usable = await lookAt(fd);
  if (usable === 0 || bytes > usable) throw new AppError("file/disk-full");
  // Near the end in smaller steps, as there may be several who write.
  volume.leftBytes = Math.min(lookEveryBytes, usable / 4) - bytes;
}

/** Room on the volume of an open file for what comes in pieces; `take` before each one throws file/disk-full. */
export function createRoom(fd: number): { take(bytes: number): Promise<void> } {
  const volume = { leftBytes: -1 };
  return { take: (bytes) => take(volume, fd, bytes) };
}

/** A file takes an inode and at least a block. */
const leastFileBytes = 16_384;
type Folder = { fd: number };

export type Rooms = {
  take(folder: Folder, bytes: number): Promise<void>;
  /** {@link take} of what is known to be there; false when the volume has to be asked. */
  takeNow(folder: Folder, bytes: number): boolean;
};

/** {@link createRoom} for small files that come into open folders, of which many are on one volume. */
export function createRooms(): Rooms {
  const volumes = new Map<number, Volume>();
  const known = new WeakMap<Folder, Volume>();

  async function volumeOf(folder: Folder): Promise<Volume> {
    const { dev } = await sys.fstat(folder.fd);
    const volume = volumes.get(dev) ?? { leftBytes: -1 };
    volumes.set(dev, volume);
    known.set(folder, volume);
    return volume;
  }

  return {
    async take(folder, bytes) {
      const volume = known.get(folder) ?? (await volumeOf(folder));
      await take(volume, folder.fd, Math.max(bytes, leastFileBytes));
    },
    takeNow(folder, bytes) {
      const volume = known.get(folder);
      return volume !== undefined && takeNow(volume, Math.max(bytes, leastFileBytes));
    },
  };
}
