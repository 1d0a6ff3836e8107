import { Readable, type Duplex } from "node:stream";

/** What a packing or unpacking stream of Node makes of the bytes; whoever stops taking them ends both. */
export async function* throughStream(
  source: AsyncIterable<Uint8Array>,
  stream: Duplex,
): AsyncGenerator<Uint8Array, void, undefined> {
  const readable = Readable.from(source, { objectMode: false });
  readable.on("error", (error) => stream.destroy(error));
  readable.pipe(stream);
  try {
    for await (const chunk of stream) yield chunk as Uint8Array; // a byte stream
  } finally {
    readable.destroy();
    stream.destroy();
  }
}
