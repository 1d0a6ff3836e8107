import fs from "node:fs";
import { fdPath, type FsPath } from "./fs-path";
import { isErrno } from "./errno";
import { callSync, isInMemory, mayCallSync } from "./quick-disks";
import { isDescriptor, askItsMount, isNoAnswer, onItsMount, type Target } from "./slow-mounts";

type Done<T> = (error: NodeJS.ErrnoException | null, value: T) => void;

const begin = <T>(run: (done: Done<T>) => void) =>
  new Promise<T>((resolve, reject) => {
    run((error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    });
  });

const call = <T>(on: readonly Target[], run: (done: Done<T>) => void) => onItsMount(on, () => begin(run));

/** For what changes nothing. */
const ask = <T>(on: readonly Target[], run: (done: Done<T>) => void, late?: (answer: T) => void) =>
  askItsMount(on, () => begin(run), late);

const act = (on: readonly Target[], run: (done: (error: NodeJS.ErrnoException | null) => void) => void) =>
  call<void>(on, (done) => run((error) => done(error, undefined)));

/** `fcntl.h`, x86-64 and arm64: Node's constants lack it. A descriptor that names a place and opens nothing. */
const O_PATH = 0o10000000;
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = fs.constants;

export const openFlags = {
  place: O_PATH,
  placeNoFollow: O_PATH | O_NOFOLLOW,
  folderPlaceNoFollow: O_PATH | O_DIRECTORY | O_NOFOLLOW,
  folder: O_RDONLY | O_DIRECTORY,
  folderNoFollow: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
  folderPlace: O_PATH | O_DIRECTORY,
  read: O_RDONLY,
  readNoWait: O_RDONLY | O_NONBLOCK,
  /** A FIFO that has taken a file's name in the meantime must not keep us waiting for its writer. */
  readOnlyNoWait: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  readWriteNoFollow: O_RDWR | O_NOFOLLOW,
  lockFile: O_RDWR | O_CREAT | O_NOFOLLOW,
  createNew: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
} as const;

/**
 * System calls as promises over the callback API: on raw descriptors it costs half of `fs.promises` per call, and paths of
 * the form /proc/PID/fd/N/name act on exactly the folder that was checked.
 */
export const sys = {
  open: (path: FsPath, flags: number, mode = 0o666) =>
    mayCallSync()
      ? callSync(() => fs.openSync(path, flags, mode))
      : (flags & O_CREAT) === 0
        ? ask<number>([path], (done) => fs.open(path, flags, mode, done), closeLate)
        : call<number>([path], (done) => fs.open(path, flags, mode, done)),
  /** Of one on a mount that hangs: closed when it answers again, nobody waits for that. */
  close: (fd: number) =>
    mayCallSync()
      ? callSync(() => fs.closeSync(fd))
      : act([fd], (done) => fs.close(fd, done)).catch((error: unknown) => {
          if (!isNoAnswer(error)) throw error;
          setTimeout(() => void closeQuietly(fd), laterMs).unref();
        }),
  stat: (path: FsPath) =>
    mayCallSync() ? callSync(() => fs.statSync(path)) : ask<fs.Stats>([path], (done) => fs.stat(path, done)),
  lstat: (path: FsPath) =>
    mayCallSync() ? callSync(() => fs.lstatSync(path)) : ask<fs.Stats>([path], (done) => fs.lstat(path, done)),
  /** Null where nothing has the name: an exception for that costs more than the call. */
  lstatIfAny: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.lstatSync(path, { throwIfNoEntry: false }) ?? null)
      : ask<fs.Stats>([path], (done) => fs.lstat(path, done)).catch(nullIfMissing),
  lstatBig: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.lstatSync(path, { bigint: true }))
      : ask<fs.BigIntStats>([path], (done) => fs.lstat(path, { bigint: true }, done)),
  /** As {@link sys.lstatIfAny}. */
  lstatBigIfAny: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null)
      : ask<fs.BigIntStats>([path], (done) => fs.lstat(path, { bigint: true }, done)).catch(nullIfMissing),
  /** Where it leads; null where nothing has the name. */
  statBigIfAny: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null)
      : ask<fs.BigIntStats>([path], (done) => fs.stat(path, { bigint: true }, done)).catch(nullIfMissing),
  fstat: (fd: number) =>
    mayCallSync() ? callSync(() => fs.fstatSync(fd)) : ask<fs.Stats>([fd], (done) => fs.fstat(fd, done)),
  fstatBig: (fd: number) =>
    mayCallSync()
      ? callSync(() => fs.fstatSync(fd, { bigint: true }))
      : ask<fs.BigIntStats>([fd], (done) => fs.fstat(fd, { bigint: true }, done)),
  /** Link text as Latin-1: one character per byte. */
  readlink: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.readlinkSync(path, "latin1"))
      : ask<string>(isDescriptor(path) ? [] : [path], (done) => fs.readlink(path, "latin1", done)),
  /** Names as Latin-1, sorted by byte. Without types: for those Node would look up each name where the disk has none. */
  readdir: (fd: number) =>
    mayCallSync() && fs.fstatSync(fd).size <= quickFolderBytes
      ? callSync(() => fs.readdirSync(fdPath(fd), "latin1"))
      : ask<string[]>([fd], (done) => fs.readdir(fdPath(fd), "latin1", done)),
  realpath: (path: FsPath) =>
    mayCallSync()
      ? callSync(() => fs.realpathSync.native(path, "buffer"))
      : ask<Buffer>([path], (done) => fs.realpath.native(path, "buffer", done)),
  /** With the rights of the process; `mode` of `fs.constants`. */
  access: (path: FsPath, mode: number) => act([path], (done) => fs.access(path, mode, done)),
  mkdir: (path: FsPath, mode = 0o777) =>
    mayCallSync()
      ? callSync<unknown>(() => fs.mkdirSync(path, mode))
      : act([path], (done) => fs.mkdir(path, mode, done)),
  rmdir: (path: FsPath) =>
    mayCallSync() ? callSync(() => fs.rmdirSync(path)) : act([path], (done) => fs.rmdir(path, done)),
  unlink: (path: FsPath) =>
    mayCallSync() ? callSync(() => fs.unlinkSync(path)) : act([path], (done) => fs.unlink(path, done)),
  link: (from: FsPath, to: FsPath) =>
    mayCallSync() ? callSync(() => fs.linkSync(from, to)) : act([from, to], (done) => fs.link(from, to, done)),
  symlink: (text: FsPath, path: FsPath) => act([path], (done) => fs.symlink(text, path, done)),
  rename: (from: FsPath, to: FsPath) => act([from, to], (done) => fs.rename(from, to, done)),
  /** Memory has nothing to sync; every disk goes to a thread, for that takes milliseconds. */
  fsync: (fd: number) =>
    mayCallSync() && isInMemory(fs.fstatSync(fd).dev) ? Promise.resolve() : act([fd], (done) => fs.fsync(fd, done)),
  fdatasync: (fd: number) => act([fd], (done) => fs.fdatasync(fd, done)),
  fchmod: (fd: number, mode: number) =>
    mayCallSync() ? callSync(() => fs.fchmodSync(fd, mode)) : act([fd], (done) => fs.fchmod(fd, mode, done)),
  fchown: (fd: number, uid: number, gid: number) =>
    mayCallSync() ? callSync(() => fs.fchownSync(fd, uid, gid)) : act([fd], (done) => fs.fchown(fd, uid, gid, done)),
  lchown: (path: FsPath, uid: number, gid: number) => act([path], (done) => fs.lchown(path, uid, gid, done)),
  chown: (path: FsPath, uid: number, gid: number) => act([path], (done) => fs.chown(path, uid, gid, done)),
  chmod: (path: FsPath, mode: number) => act([path], (done) => fs.chmod(path, mode, done)),
  /** Times in seconds. */
  futimes: (fd: number, atime: number, mtime: number) =>
    mayCallSync()
      ? callSync(() => fs.futimesSync(fd, timeFrom(atime), timeFrom(mtime)))
      : act([fd], (done) => fs.futimes(fd, timeFrom(atime), timeFrom(mtime), done)),
  utimes: (path: FsPath, atime: number, mtime: number) =>
    act([path], (done) => fs.utimes(path, timeFrom(atime), timeFrom(mtime), done)),
  ftruncate: (fd: number, length: number) => act([fd], (done) => fs.ftruncate(fd, length, done)),
  copyFile: (from: FsPath, to: FsPath, mode: number) => act([from, to], (done) => fs.copyFile(from, to, mode, done)),
  statfs: (path: FsPath) =>
    mayCallSync() ? callSync(() => fs.statfsSync(path)) : ask<fs.StatsFs>([path], (done) => fs.statfs(path, done)),
  read: (fd: number, buffer: Uint8Array, offset: number, length: number, position: number) =>
    mayCallSync() && length <= quickBytes
      ? callSync(() => fs.readSync(fd, buffer, offset, length, position))
      : call<number>([fd], (done) => fs.read(fd, buffer, offset, length, position, done)),
  write: (fd: number, buffer: Uint8Array, offset: number, length: number, position: number) =>
    mayCallSync() && length <= quickBytes
      ? callSync(() => fs.writeSync(fd, buffer, offset, length, position))
      : call<number>([fd], (done) => fs.write(fd, buffer, offset, length, position, done)),
  /** A few kilobytes go to the page cache at once; more is worth the way to a thread. */
  writev: (fd: number, buffers: readonly Uint8Array[], position: number) =>
    mayCallSync() && totalLength(buffers) <= quickBytes
      ? callSync(() => fs.writevSync(fd, buffers, position))
      : call<number>([fd], (done) => fs.writev(fd, buffers, position, done)),
} as const;

function nullIfMissing(error: unknown): null {
  if (isErrno(error, "ENOENT")) return null;
  throw error;
}

/** Node takes a number below zero, which is a time before 1970, for now; a date it takes as it is. */
function timeFrom(seconds: number): number | Date {
  return seconds < 0 ? new Date(seconds * 1000) : seconds;
}

const laterMs = 5_000;
const quickBytes = 65_536;
/** `st_size` of a folder grows with its entries on every disk: this is a thousand of them, some 0.3 ms. */
const quickFolderBytes = 32_768;

function totalLength(buffers: readonly Uint8Array[]): number {
  return buffers.reduce((sum, buffer) => sum + buffer.length, 0);
}

const closeLate = (fd: number) => void closeQuietly(fd);

/** Closes a descriptor when the outcome does not matter any more. */
export function closeQuietly(fd: number): Promise<void> {
  return sys.close(fd).catch(() => {});
}
