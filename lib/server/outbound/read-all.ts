import type { OutboundAnswer } from "./send-outbound";

/** The body as a whole, at most the `maxBytes` that it was asked for with. */
export async function readAll({ body }: Pick<OutboundAnswer, "body">): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
