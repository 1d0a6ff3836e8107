import { createHash } from "node:crypto";
import { openFlags, type SftpSession } from "./protocol/sftp-session";
import { readPieces } from "./read-pieces";
import { maxSeenBytes } from "./seen-contents";

/** Sees a content go by. `digest`: SHA-256, null where it is not as long as was said, or too long to be compared. */
export function watchContent(sizeBytes: number) {
  const hash = sizeBytes <= maxSeenBytes ? createHash("sha256") : null;
  let seen = 0;
  return {
    add(piece: Uint8Array): void {
      seen += piece.byteLength;
      hash?.update(piece);
    },
    digest: (): string | null => (hash !== null && seen === sizeBytes ? hash.digest("hex") : null),
  };
}

/** SHA-256 of a file that is so long. */
export async function digestOf(session: SftpSession, path: string, sizeBytes: number): Promise<string> {
  const handle = await session.open(path, openFlags.read);
  try {
    const hash = createHash("sha256");
    for await (const piece of readPieces(session, handle, { at: 0, end: sizeBytes })) hash.update(piece);
    return hash.digest("hex");
  } finally {
    await session.close(handle).catch(() => {}); // nothing was written
  }
}
