import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { parseJson } from "./serve";

/** The whole body as a JSON object. */
export async function readJsonBody(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  return parseJson(await readBody(req, maxBytes));
}

/** The whole body. Throws request/too-large as soon as that is known, request/cancelled when the connection breaks. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const refuse = () => reject(new AppError("request/too-large", { bytes: maxBytes }));
    if (Number(req.headers["content-length"] ?? 0) > maxBytes) {
      refuse();
      return;
    }
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        req.pause();
        refuse();
      }
    });
    req.on("end", () => resolve(Buffer.concat(chunks)));
    req.on("error", (error) => reject(new AppError("request/cancelled", {}, { cause: error })));
  });
}
