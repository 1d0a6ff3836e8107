import { withReturns } from "@/lib/server/terminal/with-returns";

const headerBytes = 8;

/** Reads what Docker sends of a container's output, piece by piece, and holds back nothing but half a header. */
export type LogDecoder = (chunk: Buffer) => Buffer;

/**
 * Of a container with a terminal all is output. Otherwise Docker puts eight bytes before each piece, of which the last four are its length, big-endian
 * (Engine API, "Stream format"), and lines end by a mere line feed, as for files.
 */
export function createLogDecoder({ hasTty }: { hasTty: boolean }): LogDecoder {
  if (hasTty) return (chunk) => chunk;
  let header = Buffer.alloc(0);
  let left = 0;
  return (chunk) => {
    const pieces: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        const more = chunk.subarray(at, at + headerBytes - header.length);
        header = Buffer.concat([header, more]);
        at += more.length;
        if (header.length < headerBytes) break;
        left = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const piece = chunk.subarray(at, at + left);
      pieces.push(piece);
      at += piece.length;
      left -= piece.length;
    }
    return withReturns(Buffer.concat(pieces));
  };
}
