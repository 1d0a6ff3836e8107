import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { parseJson } from "./serve";

/** A saved text may be larger than other bodies: up to here it is held in memory once. */
const maxJsonBytes = 160 * 1024 * 1024;

export async function readJsonBody(req: IncomingMessage): Promise<unknown> {
  if (Number(req.headers["content-length"] ?? 0) > maxJsonBytes)
    throw new AppError("request/too-large", { bytes: maxJsonBytes });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > maxJsonBytes) throw new AppError("request/too-large", { bytes: maxJsonBytes });
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks));
}
