import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { fdPath, fromLatin1, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { readOrEnd } from "@/lib/server/storage/local/sys/read-at";
import { readNames, type Names } from "@/lib/server/storage/local/sys/read-names";
import { closeQuietly, openFlags as systemFlags, sys } from "@/lib/server/storage/local/sys/sys";
import type { SftpAttributes } from "@/lib/server/storage/sftp/protocol/packet";
import {
  openFlags,
  type SftpExtension,
  type SftpHandle,
  type SftpPage,
  type SftpSession,
} from "@/lib/server/storage/sftp/protocol/sftp-session";
import { SftpStatus, statusCodes } from "@/lib/server/storage/sftp/protocol/sftp-status";
import { volumeOf, type Volume } from "@/lib/server/storage/space";
import {
  atPath,
  attributesOf,
  changeAttributes,
  changeOpen,
  giveToFolder,
  lookAtNames,
  openFolder,
  openStanding,
  renameToFree,
  type Inside,
} from "./inside-root";
import { toStatus } from "./inside-status";
import { createNames } from "./names-inside";
import type { ContainerProcess } from "./open-process";
import { shareDescriptor, type SharedDescriptor } from "./shared-descriptor";

/** Between two looks whether whoever has the session may still have it. */
const lookMs = 1_500;
const [namesAtOnce, pieceBytes, maxHandles] = [200, 262_144, 512];

const offered: ReadonlySet<SftpExtension> = new Set<SftpExtension>([
  "posix-rename@openssh.com",
  "hardlink@openssh.com",
  "fsync@openssh.com",
  "statvfs@openssh.com",
  "lsetstat@openssh.com",
  "users-groups-by-id@openssh.com",
]);

/** An open file, or the names of a folder that are still to be told. */
type Held = { file: SharedDescriptor; names: { names: Names; next: number } | null };

type Settings = {
  process: ContainerProcess;
  /** Rejects when whoever has the session may not have it any more, or the container is another: asked again and again while it is used. */
  mayStill: () => Promise<void>;
};

/** What answers the calls of {@link SftpSession} for the files of a running container, by system calls of our own below its root. See docs/decisions/0072-files-of-containers.md. */
export class ContainerSession implements SftpSession {
  readonly limits = { readBytes: pieceBytes, writeBytes: pieceBytes };
  readonly ended: Promise<void>;
  isEnded = false;
  /** When the last call began, by performance.now(). */
  usedAtMs = performance.now();
  private readonly process: ContainerProcess;
  private readonly mayStill: () => Promise<void>;
  private readonly handles = new Map<string, Held>();
  private readonly names: ReturnType<typeof createNames>;
  private nextHandle = 0;
  private lookedAtMs = performance.now();
  private looking: Promise<void> | null = null;
  private tellEnded = () => {};

  constructor({ process, mayStill }: Settings) {
    this.process = process;
    this.mayStill = mayStill;
    this.names = createNames(process);
    this.ended = new Promise((resolve) => (this.tellEnded = resolve));
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    for (const { file } of this.handles.values()) void file.letGo();
    this.handles.clear();
    this.process.close();
    this.tellEnded();
  }

  /** Rejects once the container, or the right to it, is gone; asks at most every moment. */
  async assertOpen(): Promise<void> {
    if (this.isEnded) throw new AppError("storage/away");
    this.usedAtMs = performance.now();
    if (performance.now() - this.lookedAtMs < lookMs) return;
    this.looking ??= this.look().finally(() => (this.looking = null));
    await this.looking;
  }

  offers(extension: SftpExtension): boolean {
    return offered.has(extension);
  }

  open(path: string, flags: number, { mode = 0o666 }: SftpAttributes = {}): Promise<SftpHandle> {
    return this.at(path, async (inside) => {
      if ((flags & openFlags.create) === 0)
        return this.hold(await openStanding(inside, (flags & openFlags.write) === 0 ? systemFlags.readNoWait : 2));
      const fd = await sys.open(inside.path, systemFlags.createNew, mode);
      await giveToFolder(inside);
      return this.hold(fd);
    });
  }

  close(handle: SftpHandle): Promise<void> {
    return this.run(async () => {
      const { file } = this.held(handle);
      this.handles.delete(handle.toString());
      await file.letGo();
    });
  }

  read(handle: SftpHandle, at: number, length: number): Promise<Buffer | null> {
    return this.using(handle, async (fd) => {
      const buffer = Buffer.allocUnsafeSlow(length);
      const got = await readOrEnd(fd, buffer, at);
      return got === 0 ? null : buffer.subarray(0, got);
    });
  }

  write(handle: SftpHandle, at: number, bytes: Uint8Array): Promise<void> {
    return this.using(handle, async (fd) => {
      for (let done = 0; done < bytes.byteLength;)
        done += await sys.write(fd, bytes, done, bytes.byteLength - done, at + done);
    });
  }

  lstat(path: string): Promise<SftpAttributes> {
    if (path === "/") return this.folder(path, async (fd) => attributesOf(await sys.fstat(fd)));
    return this.at(path, async (inside) => attributesOf(await sys.lstat(inside.path)));
  }

  fstat(handle: SftpHandle): Promise<SftpAttributes> {
    return this.using(handle, async (fd) => attributesOf(await sys.fstat(fd)));
  }

  setstat(path: string, attributes: SftpAttributes): Promise<void> {
    return this.at(path, (inside) => changeAttributes(inside, attributes));
  }

  lsetstat(path: string, attributes: SftpAttributes): Promise<void> {
    return this.setstat(path, attributes);
  }

  fsetstat(handle: SftpHandle, attributes: SftpAttributes): Promise<void> {
    return this.using(handle, (fd) => changeOpen(fd, attributes));
  }

  opendir(path: string): Promise<SftpHandle> {
    return this.run(async () => {
      const fd = await openFolder(this.process, path);
      try {
        return this.hold(fd, { names: await readNames(fd, { most: limits.hostNames.mostInFolder }), next: 0 });
      } catch (error) {
        await closeQuietly(fd);
        throw error;
      }
    });
  }

  readdir(handle: SftpHandle): Promise<SftpPage | null> {
    return this.using(handle, async (fd, names) => {
      const next = names?.names.slice(names.next, names.next + namesAtOnce) ?? [];
      if (names === null || next.length === 0) return null;
      names.next += next.length;
      // Others have their turn before the next.
      await new Promise((resolve) => setImmediate(resolve));
      return { entries: await lookAtNames(fd, next), passedOver: 0 };
    });
  }

  mkdir(path: string, { mode = 0o777 }: SftpAttributes = {}): Promise<void> {
    return this.at(path, async (inside) => {
      await sys.mkdir(inside.path, mode);
      await giveToFolder(inside);
    });
  }

  rmdir(path: string): Promise<void> {
    return this.at(path, (inside) => sys.rmdir(inside.path));
  }

  remove(path: string): Promise<void> {
    return this.at(path, (inside) => sys.unlink(inside.path));
  }

  rename(from: string, to: string): Promise<void> {
    return this.at(from, (source) => atPath(this.process, to, (target) => renameToFree(source, target)));
  }

  posixRename(from: string, to: string): Promise<void> {
    return this.at(from, (source) => atPath(this.process, to, (target) => sys.rename(source.path, target.path)));
  }

  link(from: string, to: string): Promise<void> {
    return this.at(from, (source) => atPath(this.process, to, (target) => sys.link(source.path, target.path)));
  }

  readlink(path: string): Promise<string> {
    return this.at(path, async (inside) => fromLatin1(await sys.readlink(inside.path)));
  }

  /** Only tidies up the text, as {@link resolvesLinks} says: links are followed by whoever asks, one by one. */
  realpath = async (path: string): Promise<string> => path;

  resolvesLinks = async (): Promise<boolean> => false;

  symlink(text: string, path: string): Promise<void> {
    return this.at(path, async (inside) => {
      await sys.symlink(toFsPath(text), inside.path);
      await giveToFolder(inside);
    });
  }

  fsync(handle: SftpHandle): Promise<void> {
    return this.using(handle, (fd) => sys.fsync(fd));
  }

  statvfs(path: string): Promise<Volume> {
    return this.folder(path, async (fd) => volumeOf(await sys.statfs(fdPath(fd))));
  }

  /** Not offered: what is copied goes by way of {@link read} and {@link write}. */
  async copyData(): Promise<void> {
    throw new SftpStatus(statusCodes.unsupported, "copy-data");
  }

  /** By the container's own lists. */
  namesOf(uid: number, gid: number): Promise<{ owner: string | null; group: string | null }> {
    return this.run(() => this.names.of(uid, gid));
  }

  private async look(): Promise<void> {
    try {
      await this.mayStill();
    } catch (error) {
      this.end();
      throw error;
    }
    this.lookedAtMs = performance.now();
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    await this.assertOpen();
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.key === "storage/away") {
        // Whoever knows the container says better why.
        await this.look();
        this.end();
      }
      throw toStatus(error);
    }
  }

  private at<T>(path: string, work: (inside: Inside) => Promise<T>): Promise<T> {
    return this.run(() => atPath(this.process, path, work));
  }

  private folder<T>(path: string, work: (fd: number) => Promise<T>): Promise<T> {
    return this.run(async () => {
      const fd = await openFolder(this.process, path);
      try {
        return await work(fd);
      } finally {
        await closeQuietly(fd);
      }
    });
  }

  private using<T>(handle: SftpHandle, work: (fd: number, names: Held["names"]) => Promise<T>): Promise<T> {
    return this.run(() => {
      const { file, names } = this.held(handle);
      return file.during((fd) => work(fd, names));
    });
  }

  private hold(fd: number, names: Held["names"] = null): SftpHandle {
    if (this.isEnded || this.handles.size >= maxHandles) {
      void closeQuietly(fd);
      throw this.isEnded ? new AppError("storage/away") : new SftpStatus(statusCodes.failure, "too many open");
    }
    const id = String(this.nextHandle++);
    this.handles.set(id, { file: shareDescriptor(fd), names });
    return Buffer.from(id);
  }

  private held(handle: SftpHandle): Held {
    const held = this.handles.get(handle.toString());
    if (held === undefined) throw new AppError("storage/away");
    return held;
  }
}
