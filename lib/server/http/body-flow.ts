import type { IncomingMessage } from "node:http";
import type { Flow } from "@/lib/server/base/crawling";

/** How fast a body comes: what has come is not slow because of its sender while we have not read it, nor once all of it is here. */
export function flowOf(req: IncomingMessage, cut: () => void): Flow {
  return { movedBytes: () => (req.complete || req.readableLength > 0 ? null : req.socket.bytesRead), cut };
}
