import { createPrefixSums } from "@/lib/client/upload/hash-file";
import type { ResumablePorts } from "@/lib/client/upload/send-resumable";
import type { Transport } from "@/lib/client/upload/transport";
import { AppError, type ErrorKey } from "@/lib/shared/errors";

/** The browser's side of an upload over another transport: it hashes here and never pauses. */
export function resumablePorts(request: Transport): ResumablePorts {
  return {
    request,
    hasherOf: (file) => ({ sumTo: createPrefixSums(file), close: () => {} }),
    failureOf: ({ text }) => new AppError((JSON.parse(text) as { error: ErrorKey }).error), // the server's own answer
    pause: async () => {},
    nowMs: () => performance.now(),
  };
}
