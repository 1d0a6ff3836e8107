import { AppError } from "@/lib/shared/errors";
import type { SftpHandle, SftpSession } from "./protocol/sftp-session";
import { isStatus, statusCodes, toAppError } from "./protocol/sftp-status";
import { parentPath } from "./sftp-host";

const maxInFlight = 32;
const maxInFlightBytes = 4 * 1_048_576;
const pieceBytes = 131_072;

type Target = { session: SftpSession; handle: SftpHandle; at?: number };

/**
 * Writes what a source gives, from `at` on, many requests ahead of the answers; tiny chunks go together. Throws what the source or the server says, when no
 * request is under way any more; what the source had given by then is written. Where a write has failed, nothing is left behind it. Gives how much there was.
 */
export async function writePieces(source: AsyncIterable<Uint8Array>, target: Target): Promise<number> {
  const writer = new PieceWriter(target);
  try {
    for await (const chunk of source) await writer.add(chunk);
  } catch (error) {
    await writer.finish();
    throw error;
  }
  await writer.finish();
  return writer.sizeBytes;
}

class PieceWriter {
  sizeBytes = 0;
  private readonly session: SftpSession;
  private readonly handle: SftpHandle;
  private readonly start: number;
  private readonly pieceBytes: number;
  private readonly most: number;
  private readonly inFlight: { at: number; done: Promise<void> }[] = [];
  private gathered: Uint8Array[] = [];
  private gatheredBytes = 0;

  constructor({ session, handle, at = 0 }: Target) {
    this.session = session;
    this.handle = handle;
    this.start = at;
    this.pieceBytes = Math.min(session.limits.writeBytes, pieceBytes);
    this.most = Math.min(maxInFlight, Math.ceil(maxInFlightBytes / this.pieceBytes));
  }

  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + this.pieceBytes - this.gatheredBytes);
      this.gathered.push(part);
      this.gatheredBytes += part.byteLength;
      at += part.byteLength;
      if (this.gatheredBytes === this.pieceBytes) await this.send();
    }
  }

  async finish(): Promise<void> {
    if (this.gatheredBytes > 0) await this.send();
    while (this.inFlight.length > 0) await this.settleFirst();
  }

  private async send(): Promise<void> {
    const bytes = this.gathered.length === 1 && this.gathered[0] ? this.gathered[0] : Buffer.concat(this.gathered);
    [this.gathered, this.gatheredBytes] = [[], 0];
    if (this.inFlight.length >= this.most) await this.settleFirst();
    const at = this.start + this.sizeBytes;
    this.sizeBytes += bytes.byteLength;
    const done = this.session.write(this.handle, at, bytes);
    done.catch(() => {}); // told when its turn comes
    this.inFlight.push({ at, done });
  }

  private async settleFirst(): Promise<void> {
    const first = this.inFlight.shift();
    try {
      await first?.done;
    } catch (error) {
      await Promise.allSettled(this.inFlight.map(({ done }) => done));
      this.inFlight.length = 0;
      // Those behind may have found room again: a hole would look like content.
      await this.session.fsetstat(this.handle, { sizeBytes: first?.at ?? this.start }).catch(() => {});
      throw error;
    }
  }
}

/** A failed write as an AppError. Version 3 has no word for a full disk: a server that can tell how much is free is asked. */
export async function writeFailure(session: SftpSession, path: string, error: unknown): Promise<unknown> {
  const isUnclear = isStatus(error, statusCodes.failure) && session.offers("statvfs@openssh.com");
  const volume = isUnclear ? await session.statvfs(parentPath(path)).catch(() => null) : null;
  if (volume !== null && volume.availableBlocks * volume.blockBytes < 2 * pieceBytes)
    return new AppError("file/disk-full", {}, { cause: error });
  return toAppError(error);
}
