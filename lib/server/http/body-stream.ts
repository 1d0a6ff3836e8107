import type { IncomingMessage } from "node:http";

/**
 * The bytes of a request as they come. Whoever stops reading leaves the rest where it is, for `sendReply` to pass over: read as a stream
 * usually is, the request would be destroyed, its connection neither used again nor closed, and the client would wait for ever.
 */
export function bodyOf(req: IncomingMessage): AsyncIterable<Buffer> {
  const chunks: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => req.iterator({ destroyOnReturn: false }) };
  return chunks;
}

/** The same bytes; before their end is told, `last` is done. What it throws breaks them off. */
export async function* endingWith(
  bytes: AsyncIterable<Buffer>,
  last: () => Promise<void>,
): AsyncGenerator<Buffer, void> {
  yield* bytes;
  await last();
}
