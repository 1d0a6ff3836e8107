import type { SftpHandle, SftpSession } from "./protocol/sftp-session";

/** So many requests are under way for one reader: enough for a line of 100 ms at 160 Mbit/s, and what a slow reader makes us hold. */
const maxInFlight = 32;
const maxInFlightBytes = 4 * 1_048_576;
const pieceBytes = 65_536;

type Part = { at: number; end: number };

/**
 * The bytes of an open file from `at` up to `end` (exclusive), in order, many requests ahead of whoever reads them. Ends early where the file does. At most a few MiB are
 * held, however slow the reader is; the others on the line do not wait for it.
 */
export async function* readPieces(session: SftpSession, handle: SftpHandle, { at, end }: Part): AsyncGenerator<Buffer> {
  const length = Math.min(session.limits.readBytes, pieceBytes);
  const most = Math.min(maxInFlight, Math.ceil(maxInFlightBytes / length));
  const waiting: { part: Part; bytes: Promise<Buffer | null> }[] = [];
  let next = at;
  const askOn = () => {
    for (; next < end && waiting.length < most; next += length) {
      const part = { at: next, end: Math.min(end, next + length) };
      const bytes = session.read(handle, part.at, part.end - part.at);
      bytes.catch(() => {}); // told when its turn comes, or to nobody
      waiting.push({ part, bytes });
    }
  };
  for (;;) {
    askOn();
    const first = waiting.shift();
    if (first === undefined) return;
    let bytes = await first.bytes;
    let { at: position } = first.part;
    // A server may give less than it was asked for, anywhere in a file.
    while (bytes !== null && bytes.length > 0) {
      position += bytes.length;
      yield bytes;
      if (position >= first.part.end) break;
      bytes = await session.read(handle, position, first.part.end - position);
    }
    if (position < first.part.end) return;
  }
}

/** The first bytes as a whole, for what is known to be small. */
export async function readBytes(session: SftpSession, handle: SftpHandle, sizeBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(session, handle, { at: 0, end: sizeBytes })) pieces.push(piece);
  return Buffer.concat(pieces);
}
