import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";

/**
 * The bytes of a request as they come, until `cut` fires, whose reason is thrown; request/cancelled where the connection breaks. Nothing of it is left at the request when it
 * ends, in whatever way, also while nothing comes: an iterator's `return` would wait for the next bytes. What was not read is passed over with the answer.
 */
export async function* untilCut(req: IncomingMessage, cut: AbortSignal): AsyncGenerator<Buffer, void> {
  for (;;) {
    cut.throwIfAborted();
    const chunk = req.read() as Buffer | null; // without an encoding these are bytes
    if (chunk !== null) yield chunk;
    else if (req.readableEnded) return;
    else await somethingNew(req, cut);
  }
}

const news = ["readable", "end", "close", "error"] as const;

/** Listeners for one wait: one promise for all of them would keep something of each. */
function somethingNew(req: IncomingMessage, cut: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      for (const event of news) req.off(event, look);
      cut.removeEventListener("abort", look);
    };
    const look = (cause?: unknown) => {
      settle();
      if (cut.aborted) reject(cut.reason as AppError); // whoever cuts gives one
      else if (req.destroyed && !req.readableEnded)
        reject(new AppError("request/cancelled", {}, { cause: cause instanceof Error ? cause : req.errored }));
      else resolve();
    };
    if (req.destroyed) return look();
    for (const event of news) req.on(event, look);
    cut.addEventListener("abort", look);
  });
}
