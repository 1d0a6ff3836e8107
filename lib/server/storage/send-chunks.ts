import type { Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";

/** Writes chunks to a stream without ending it, each once the one before is gone. Throws request/cancelled when whoever reads it left. */
export async function sendChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  out: Writable,
): Promise<number> {
  let sent = 0;
  for await (const chunk of chunks) {
    if (out.destroyed) throw new AppError("request/cancelled");
    await new Promise<void>((resolve, reject) => {
      const left = () => reject(new AppError("request/cancelled"));
      out.once("close", left);
      out.write(chunk, (error) => {
        out.off("close", left);
        if (error) reject(error);
        else resolve();
      });
    });
    sent += chunk.byteLength;
  }
  return sent;
}
