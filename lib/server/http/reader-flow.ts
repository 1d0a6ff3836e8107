import type { Flow } from "@/lib/server/base/crawling";
import { writeOut } from "./send-bytes";
import type { Wire } from "./wire";

/** What an answer's reader takes of it, for those who cut off whoever takes nothing. */
export function createReaderFlow(res: Wire["res"]) {
  const taken = { bytes: 0, isWaiting: false };
  const flow: Flow = {
    // What is not here yet is not slow because of its reader.
    movedBytes: () => (taken.isWaiting ? taken.bytes : null),
    cut: () => res.destroy(),
  };
  return {
    flow,
    /** As {@link writeOut}. */
    async write(out: NodeJS.WritableStream, chunk: string | Buffer, signal: AbortSignal): Promise<boolean> {
      taken.isWaiting = true;
      const goesOn = await writeOut(out, chunk, signal);
      taken.isWaiting = false;
      taken.bytes += chunk.length;
      return goesOn;
    },
  };
}

export type ReaderFlow = ReturnType<typeof createReaderFlow>;
