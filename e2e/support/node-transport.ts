import { request } from "node:http";
import { Readable } from "node:stream";
import type { Transport, TransportAnswer } from "@/lib/client/upload/transport";

/** The upload engine's transport without a browser. Bodies are blobs. */
export function nodeTransport(origin: string): Transport {
  return ({ method, url, headers, body, onProgress, signal, stallMs }) =>
    new Promise((resolve) => {
      const length = body instanceof Blob ? { "content-length": String(body.size) } : {};
      const options = { method, headers: { ...headers, ...length }, signal, timeout: stallMs, agent: false as const };
      const req = request(new URL(url, origin), options, (res) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("error", () => resolve(null));
        res.on("end", () => {
          const answer: TransportAnswer = {
            status: res.statusCode ?? 0,
            header: (name) => [res.headers[name]].flat()[0] ?? null,
            text: Buffer.concat(parts).toString(),
          };
          resolve(answer);
        });
      });
      req.on("error", () => resolve(null));
      req.on("timeout", () => req.destroy());
      if (!(body instanceof Blob)) {
        req.end();
        return;
      }
      let sentBytes = 0;
      const source = Readable.from(chunksOf(body));
      source.on("data", (chunk: Uint8Array) => onProgress?.((sentBytes += chunk.length)));
      source.on("error", () => resolve(null));
      source.pipe(req);
    });
}

async function* chunksOf(body: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}
