import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError, isAppError } from "@/lib/shared/errors";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Undoes a Content-Encoding that was not asked for. Archives that servers by mistake announce as encoded stay what they are. Throws
 * fetch/encoding for one that is unknown or damaged.
 */
export function decodeBody(
  source: AsyncIterable<Uint8Array>,
  { encoding = "", name }: { encoding?: string | undefined; name: string },
): AsyncIterable<Uint8Array> {
  const kind = encoding.trim().toLowerCase();
  if (kind === "" || kind === "identity" || (kind.includes("gzip") && /\.(?:t?gz|svgz)$/i.test(name))) return source;
  const make = decoders[kind];
  if (make === undefined) throw new AppError("fetch/encoding");
  return decoded(source, make());
}

async function* decoded(source: AsyncIterable<Uint8Array>, decoder: Transform): AsyncGenerator<Uint8Array, void> {
  pipeline(source, decoder, () => {}); // told by the decoder, which breaks off
  try {
    for await (const chunk of decoder) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    throw isAppError(error) ? error : new AppError("fetch/encoding", {}, { cause: error });
  }
}
