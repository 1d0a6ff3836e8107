import type { Readable } from "node:stream";
import { createPace } from "@/lib/server/base/next-slice";

/** A log to its end, or to whatever ends it, with turns for others in between: the daemon tells faster than lines are read. */
export async function readThrough(stream: Readable, feed: (chunk: Buffer) => void): Promise<void> {
  const pace = createPace();
  try {
    for await (const chunk of stream) {
      feed(chunk as Buffer); // without an encoding these are bytes
      await pace();
    }
  } catch {
    // What has come is told; whoever has left is asked for afterwards.
  }
}
