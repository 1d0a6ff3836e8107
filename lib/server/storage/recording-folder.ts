import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, type EntryName } from "@/lib/shared/paths";
import { openPlaced } from "./local/read/open-file";
import { toAppError, isErrno } from "./local/sys/errno";
import { childPath } from "./local/sys/fs-path";
import { createRoom } from "./local/sys/reserve";
import { closeQuietly, openFlags, sys } from "./local/sys/sys";
import { writeBuffer } from "./local/write/write-chunks";
import type { OpenFile } from "./storage";

const suffix = ".cast";
/** A last line that a kill has cut is looked for in so much. */
const tailBytes = 1_048_576;
const newline = 0x0a;

export type RecordingFile = {
  /** Behind what is there. What does not fit leaves nothing behind. Throws file/disk-full before the volume's reserve (reserve.ts). */
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

/** What a file is like that nobody writes any more. */
export type SettledRecording = { sizeBytes: number; changedAtMs: number; lastLine: string };

export type RecordingFolder = {
  /** A new file that only the server's user can read. */
  create(id: string): Promise<RecordingFile>;
  /** Throws file/not-found. */
  open(id: string): Promise<OpenFile>;
  /** Cuts off what a kill has left of a last line; null where there is no file. */
  settle(id: string): Promise<SettledRecording | null>;
  /** One that is not there is removed already. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
};

/** The recordings of terminals in the data folder, which no storage shows. `id` is a name that this server made. */
export function recordingFolderIn(dataDir: string): RecordingFolder {
  const folder = `${dataDir}/recordings`;

  /** With the folder open, which is made where it is missing. */
  async function within<T>(work: (fd: number) => Promise<T>): Promise<T> {
    try {
      await sys.mkdir(folder, 0o700).catch((error: unknown) => {
        if (!isErrno(error, "EEXIST")) throw error;
      });
      const fd = await sys.open(folder, openFlags.folderNoFollow);
      try {
        return await work(fd);
      } finally {
        await closeQuietly(fd);
      }
    } catch (error) {
      throw toAppError(error);
    }
  }

  const openFile = (id: string, flags: number) =>
    within((folderFd) => sys.open(childPath(folderFd, nameOf(id)), flags, 0o600));

  return {
    create: async (id) => fileOf(await openFile(id, openFlags.createNew)),
    async open(id) {
      const fd = await openFile(id, openFlags.placeNoFollow);
      try {
        return await openPlaced({ fd, real: folder }, nameOf(id), false);
      } catch (error) {
        throw toAppError(error);
      } finally {
        await closeQuietly(fd);
      }
    },
    async settle(id) {
      const fd = await openFile(id, openFlags.readWriteNoFollow).catch((error: unknown) => {
        if (isAppError(error) && error.key === "file/not-found") return null;
        throw error;
      });
      if (fd === null) return null;
      try {
        return await cutLastLine(fd);
      } catch (error) {
        throw toAppError(error);
      } finally {
        await closeQuietly(fd);
      }
    },
    remove: (id) =>
      within(async (folderFd) => {
        await sys.unlink(childPath(folderFd, nameOf(id))).catch((error: unknown) => {
          if (!isErrno(error, "ENOENT")) throw error;
        });
      }),
    list: async () =>
      (await within((folderFd) => sys.readdir(folderFd)))
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length)),
  };
}

function nameOf(id: string): EntryName {
  const name = id + suffix;
  if (!isEntryName(name)) throw new AppError("file/name-invalid");
  return name;
}

function fileOf(fd: number): RecordingFile {
  const room = createRoom(fd);
  let sizeBytes = 0;
  return {
    async append(bytes) {
      try {
        await room.take(bytes.byteLength);
        await writeBuffer(fd, bytes, sizeBytes);
        sizeBytes += bytes.byteLength;
      } catch (error) {
        await sys.ftruncate(fd, sizeBytes).catch(() => {}); // what fails then is told already
        throw toAppError(error);
      }
    },
    close: () => closeQuietly(fd),
  };
}

async function cutLastLine(fd: number): Promise<SettledRecording> {
  const { size, mtimeMs } = await sys.fstat(fd);
  const start = Math.max(0, size - tailBytes);
  const tail = Buffer.alloc(size - start);
  const length = await sys.read(fd, tail, 0, tail.length, start);
  const end = tail.lastIndexOf(newline, length - 1) + 1;
  const sizeBytes = start + end;
  if (sizeBytes < size) await sys.ftruncate(fd, sizeBytes);
  const lastLine = tail.toString("utf8", tail.lastIndexOf(newline, end - 2) + 1, Math.max(0, end - 1));
  return { sizeBytes, changedAtMs: mtimeMs, lastLine };
}
