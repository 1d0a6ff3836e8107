import { readAnswer } from "@/lib/client/call";
import { AppError } from "@/lib/shared/errors";

/** All bytes at an address, as long as they are no more than was said: the file may have grown since it was listed. */
export async function readBytes(url: string, maxBytes: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) await readAnswer(response); // says what went wrong
  if (!response.ok || response.body === null) throw new AppError("network");
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new AppError("request/too-large");
    }
    chunks.push(value);
  }
}
