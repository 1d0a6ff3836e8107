import { Readable, type Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import { nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { ByteRange, EntryStat, OpenFile } from "@/lib/server/storage/storage";
import { kindOf, statOf } from "@/lib/server/storage/local/resolve/entries";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { readOrEnd } from "@/lib/server/storage/local/sys/read-at";
import { fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { sendByKernel } from "./send-by-kernel";
import { sendRange } from "./send-range";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isSizeDoubtful, spoolUnsized, type Spooled } from "@/lib/server/storage/unsized";

/** Measured from memory: 64 KiB 1.1 GB/s, 256 KiB 3.5, 1 MiB 5.3; past 256 KiB a slow reader pays with its memory. */
const chunkBytes = 262_144;

/** Opens a regular file for reading. Folders are file/not-file, FIFOs, sockets and devices file/special; neither is opened. */
export async function openFile(resolver: Resolver, path: VirtualPath): Promise<LocalFile> {
  const handle = await resolver.openHandle(path);
  try {
    if (handle.access === "ancestor") throw new AppError("file/not-file");
    return await openPlaced(handle, nameOf(path), handle.access === "write" && handle.root.writable);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

/** Opens what a place descriptor names, for reading. */
export async function openPlaced(
  handle: Pick<Handle, "fd" | "real">,
  name: EntryName,
  isWritable: boolean,
): Promise<LocalFile> {
  const stats = await sys.fstatBig(handle.fd);
  const kind = kindOf(stats);
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind !== "file") throw new AppError("file/special");
  const stat = statOf(stats, name, isWritable);
  const spooled = isSizeDoubtful(stat.sizeBytes) ? await spool(handle.fd, stat.sizeBytes) : null;
  if (spooled !== null) return openSpooled(spooled, stat);
  // The descriptor names this very file: reopening it through /proc cannot land anywhere else.
  const fd = await sys.open(fdPath(handle.fd), openFlags.read);
  const isUntouched = async () => (await sys.fstatBig(fd)).ctimeNs === stats.ctimeNs;
  return new LocalFile({ fd, hostPath: handle.real, isUntouched }, stat);
}

/** What was read from a file that told no true size. */
export function openSpooled({ fd, sizeBytes, release }: Spooled, stat: EntryStat): LocalFile {
  const isUntouched = () => Promise.resolve(true); // a copy of it
  return new LocalFile({ fd, hostPath: null, isUntouched }, { ...stat, sizeBytes }, release);
}

/** Without waiting for more: some files of the kernel give what comes, as it comes, and never end. */
async function spool(placeFd: number, sizeBytes: number): Promise<Spooled | null> {
  const fd = await sys.open(fdPath(placeFd), openFlags.readNoWait);
  try {
    return await spoolUnsized((buffer, position) => readOrEnd(fd, buffer, position), sizeBytes);
  } finally {
    await closeQuietly(fd);
  }
}

class LocalFile implements OpenFile {
  readonly disk: NonNullable<OpenFile["disk"]>;
  readonly stat: EntryStat;
  readonly isSpooled: boolean;
  private readonly streams = new Set<Readable>();
  private reading = 0;
  private idle: (() => void) | null = null;
  private closing: Promise<void> | null = null;
  private readonly release: () => Promise<void>;

  constructor(disk: LocalFile["disk"], stat: EntryStat, release?: () => Promise<void>) {
    this.disk = disk;
    this.stat = stat;
    this.isSpooled = release !== undefined;
    this.release = release ?? (() => sys.close(disk.fd));
  }

  stream(range: ByteRange = { start: 0, end: this.stat.sizeBytes - 1 }): Readable {
    let position = range.start;
    const feed = async () => {
      try {
        const length = Math.min(chunkBytes, range.end + 1 - position);
        const chunk = length > 0 ? await this.readChunk(length, position) : null;
        position += chunk?.length ?? 0;
        // Cut short since it was opened: ending early lets the reader see that bytes are missing.
        if (!stream.destroyed) stream.push(chunk === null || chunk.length === 0 ? null : chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new AppError("file/io"));
      }
    };
    const stream = new Readable({
      highWaterMark: chunkBytes,
      read: () => void feed(), // never rejects
      destroy: (error, done) => {
        this.streams.delete(stream);
        done(error);
      },
    });
    this.streams.add(stream);
    return stream;
  }

  readAll(): Promise<Uint8Array> {
    return this.readChunk(this.stat.sizeBytes, 0);
  }

  async sendTo(out: Writable, range: ByteRange = { start: 0, end: this.stat.sizeBytes - 1 }): Promise<void> {
    const read = (buffer: Buffer, length: number, position: number) => this.readInto(buffer, length, position);
    const start = await this.using(() => sendByKernel({ fd: this.disk.fd, read }, out, range));
    if (start <= range.end) await sendRange(read, out, { start, end: range.end });
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async readChunk(length: number, position: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(length);
    const got = await this.readInto(buffer, length, position);
    return got === length ? buffer : buffer.subarray(0, got);
  }

  private async readInto(buffer: Buffer, length: number, position: number): Promise<number> {
    if (this.closing !== null) throw new AppError("request/cancelled");
    try {
      return await this.using(() => sys.read(this.disk.fd, buffer, 0, length, position));
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Keeps the descriptor open meanwhile. */
  private async using<T>(work: () => Promise<T>): Promise<T> {
    this.reading++;
    try {
      return await work();
    } finally {
      this.reading--;
      if (this.reading === 0) this.idle?.();
    }
  }

  /** A read still under way would otherwise meet whatever file gets this number next. */
  private async shut(): Promise<void> {
    for (const stream of this.streams) stream.destroy();
    if (this.reading > 0) {
      await new Promise<void>((resolve) => {
        this.idle = resolve;
      });
    }
    await this.release();
  }
}
