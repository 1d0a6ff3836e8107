import { AppError } from "@/lib/shared/errors";
import { isErrno, toAppError } from "./local/sys/errno";
import { childPath } from "./local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "./local/sys/sys";

/** More than any key of 16,384 bits. */
const maxFileBytes = 65_536;
const maxFiles = 300;

export type SshFolder = {
  /** The texts of the regular files that are small enough, by name. Links are left out. */
  list(): Promise<{ name: string; text: string }[]>;
  /** Throws file/not-found for what `list` does not have. */
  read(name: string): Promise<string>;
  /** A new file with exactly this mode. Throws crypto/file-exists. */
  create(name: string, text: string, mode: number): Promise<void>;
  remove(name: string): Promise<void>;
};

/**
 * ~/.ssh of the account that the server runs as, below `home`. With `isMade` it is made where it is missing; else null stands for that. Throws crypto/folder where it is
 * a link, no folder, or another account's: what lies there would be in somebody else's hands.
 */
export async function inSshFolder<T>(
  home: string,
  { isMade }: { isMade: boolean },
  work: (folder: SshFolder | null) => Promise<T>,
): Promise<T> {
  const homeFd = await sys.open(home, openFlags.folderPlace).catch((error: unknown) => {
    throw isErrno(error, "ENOENT", "ENOTDIR") ? new AppError("crypto/folder", {}, { cause: error }) : toAppError(error);
  });
  try {
    const fd = await openFolder(homeFd, isMade);
    if (fd === null) return await work(null);
    try {
      if ((await sys.fstat(fd)).uid !== process.geteuid?.()) throw new AppError("crypto/folder");
      return await work(folderOf(fd));
    } finally {
      await closeQuietly(fd);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(homeFd);
  }
}

async function openFolder(homeFd: number, isMade: boolean): Promise<number | null> {
  const path = childPath(homeFd, ".ssh");
  if (isMade)
    await sys.mkdir(path, 0o700).catch((error: unknown) => {
      if (!isErrno(error, "EEXIST")) throw error;
    });
  try {
    return await sys.open(path, openFlags.folderNoFollow);
  } catch (error) {
    if (isErrno(error, "ENOENT") && !isMade) return null;
    throw isErrno(error, "ELOOP", "ENOTDIR") ? new AppError("crypto/folder", {}, { cause: error }) : error;
  }
}

function folderOf(fd: number): SshFolder {
  return {
    async list() {
      const found: { name: string; text: string }[] = [];
      for (const name of (await sys.readdir(fd)).slice(0, maxFiles)) {
        const text = await readSmall(fd, name);
        if (text !== null) found.push({ name, text });
      }
      return found;
    },
    async read(name) {
      const text = await readSmall(fd, name);
      if (text === null) throw new AppError("file/not-found");
      return text;
    },
    async create(name, text, mode) {
      const file = await sys.open(childPath(fd, name), openFlags.createNew, 0o600).catch((error: unknown) => {
        throw isErrno(error, "EEXIST") ? new AppError("crypto/file-exists", {}, { cause: error }) : error;
      });
      try {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length;) at += await sys.write(file, bytes, at, bytes.length - at, at);
        // Whatever mask the process has.
        await sys.fchmod(file, mode);
        await sys.fsync(file);
      } catch (error) {
        await this.remove(name);
        throw error;
      } finally {
        await closeQuietly(file);
      }
      await sys.fsync(fd);
    },
    remove: (name) => sys.unlink(childPath(fd, name)),
  };
}

/** Null for what is no regular file, is too large, or may not be read. */
async function readSmall(folderFd: number, name: string): Promise<string | null> {
  const fd = await sys.open(childPath(folderFd, name), openFlags.readOnlyNoWait).catch((error: unknown) => {
    if (isErrno(error, "ENOENT", "ELOOP", "EACCES", "ENXIO", "EISDIR")) return null;
    throw error;
  });
  if (fd === null) return null;
  try {
    const stat = await sys.fstat(fd);
    if (!stat.isFile() || stat.size > maxFileBytes) return null;
    const bytes = Buffer.alloc(maxFileBytes);
    let length = 0;
    for (;;) {
      const count = await sys.read(fd, bytes, length, bytes.length - length, length);
      length += count;
      if (count === 0 || length === bytes.length) return bytes.toString("utf8", 0, length);
    }
  } finally {
    await closeQuietly(fd);
  }
}
