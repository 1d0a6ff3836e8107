import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Origin = {
  url: string;
  port: number;
  /** The headers of each request, with its method and path. */
  seen: { method: string; path: string; headers: IncomingMessage["headers"] }[];
  close: () => void;
};

/** Another server somewhere, for what goes out of ours. */
export async function startOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Origin> {
  const seen: Origin["seen"] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a file as a server does that knows ranges; `cutAfter` bytes the connection breaks. */
export function sendRanges(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, etag, cutAfter }: { bytes: Buffer; etag: string; cutAfter?: number | undefined },
): void {
  const start =
    request.headers["if-range"] === etag ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0) : 0;
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    "accept-ranges": "bytes",
    "content-length": bytes.length - start,
    ...(start > 0 ? { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (cutAfter === undefined) return void response.end(bytes.subarray(start));
  response.write(bytes.subarray(start, start + cutAfter), () => response.destroy());
}
