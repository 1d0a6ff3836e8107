import { Readable, type Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { sendChunks } from "@/lib/server/storage/send-chunks";
import { openSpooled } from "@/lib/server/storage/local/read/open-file";
import type { ByteRange, EntryStat, OpenFile } from "@/lib/server/storage/storage";
import { isSizeDoubtful, spoolUnsized, type Spooled } from "@/lib/server/storage/unsized";
import { openFlags, type SftpHandle, type SftpSession } from "./protocol/sftp-session";
import { asAppError, toAppError } from "./protocol/sftp-status";
import { watchContent } from "./content-digest";
import { readPieces } from "./read-pieces";
import { kindOf, statOf } from "./sftp-entry";
import type { Found, SftpResolver } from "./sftp-resolver";

const bufferBytes = 262_144;

/** See {@link Storage.open}. A FIFO is not opened: the server would wait for its other end, and with it all that this session asks. */
export async function openSftpFile(resolver: SftpResolver, path: VirtualPath): Promise<OpenFile> {
  const found = await resolver.find(path);
  const { session } = found.host;
  const kind = kindOf(found.attributes);
  if (kind === "folder" || found.access === "ancestor") throw new AppError("file/not-file");
  if (kind !== "file") throw new AppError("file/special");
  const handle = await asAppError(session.open(found.path, openFlags.read));
  try {
    const attributes = await asAppError(session.fstat(handle));
    const isWritable = found.access === "write" && found.root.writable;
    const stat = statOf(nameOf(path), attributes, isWritable);
    const spooled = await spoolIfUnsized({ session, handle, sizeBytes: stat.sizeBytes });
    if (spooled === null) return new SftpFile(found, handle, { resolver, stat });
    await session.close(handle).catch(() => {}); // nothing was written
    return openSpooled(spooled, stat);
  } catch (error) {
    await session.close(handle).catch(() => {}); // what was thrown says more
    throw error;
  }
}

type Doubtful = { session: SftpSession; handle: SftpHandle; sizeBytes: number };

/** What is in a file that tells no true size, such as one of the host's /proc. */
function spoolIfUnsized({ session, handle, sizeBytes }: Doubtful): Promise<Spooled | null> {
  if (!isSizeDoubtful(sizeBytes)) return Promise.resolve(null);
  return spoolUnsized(async (buffer, position) => {
    const piece = await asAppError(session.read(handle, position, Math.min(buffer.length, session.limits.readBytes)));
    return piece?.copy(buffer) ?? 0;
  }, sizeBytes);
}

class SftpFile implements OpenFile {
  readonly disk = null;
  readonly isSpooled = false;
  readonly stat: EntryStat;
  private readonly found: Found;
  private readonly handle: SftpHandle;
  private readonly resolver: SftpResolver;
  private readonly streams = new Set<Readable>();
  private closing: Promise<void> | null = null;

  constructor(found: Found, handle: SftpHandle, { resolver, stat }: { resolver: SftpResolver; stat: EntryStat }) {
    this.found = found;
    this.handle = handle;
    this.resolver = resolver;
    this.stat = stat;
  }

  stream(range: ByteRange = this.whole): Readable {
    // Not made by Readable.from, which would not give up while it waits for a chunk.
    const pieces = this.pieces(range);
    const feed = async () => {
      try {
        const { value } = await pieces.next();
        if (!stream.destroyed) stream.push(value ?? null);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new AppError("file/io"));
      }
    };
    const leave = () => void pieces.return(undefined).catch(() => {}); // whoever reads has been told
    const stream = new Readable({
      highWaterMark: bufferBytes,
      read: () => void feed(), // never rejects
      destroy: (error, done) => {
        this.streams.delete(stream);
        leave();
        done(error);
      },
    });
    this.streams.add(stream);
    return stream;
  }

  async readAll(): Promise<Uint8Array> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces(this.whole)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async sendTo(out: Writable, range: ByteRange = this.whole): Promise<void> {
    const sent = await sendChunks(this.pieces(range), out);
    if (sent < range.end + 1 - range.start) throw new AppError("file/io", { code: "EIO" });
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private get whole(): ByteRange {
    return { start: 0, end: this.stat.sizeBytes - 1 };
  }

  private async *pieces({ start, end }: ByteRange): AsyncGenerator<Buffer, undefined> {
    const { session } = this.found.host;
    const isWhole = start === 0 && end === this.stat.sizeBytes - 1;
    const content = isWhole ? watchContent(this.stat.sizeBytes) : null;
    let left = end + 1 - start;
    try {
      if (this.closing !== null) throw new AppError("request/cancelled");
      for await (const piece of readPieces(session, this.handle, { at: start, end: end + 1 })) {
        // Otherwise the handle's number may be another file's by now.
        if (this.closing !== null) throw new AppError("request/cancelled");
        content?.add(piece);
        left -= piece.length;
        yield piece;
      }
      // It was cut meanwhile, or there never was so much of it: what came is not the file.
      if (left > 0) throw new AppError("file/io", { code: "EIO" });
      const digest = content?.digest() ?? null;
      if (digest !== null) this.resolver.shared.seen.note(this.found.real, this.stat.etag, digest);
    } catch (error) {
      throw toAppError(error);
    }
  }

  private async shut(): Promise<void> {
    for (const stream of this.streams) stream.destroy();
    await this.found.host.session.close(this.handle).catch(() => {}); // nothing was written, and with the session it is closed
  }
}
