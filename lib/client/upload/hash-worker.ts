import type { HashReply, HashRequest } from "./file-hasher";
import { createPrefixSums } from "./hash-file";

let sums: ReturnType<typeof createPrefixSums> | null = null;
let line: Promise<void> = Promise.resolve();

/** One after the other: the sum grows in order. */
addEventListener("message", ({ data }: MessageEvent<HashRequest>) => {
  line = line.then(() => answer(data));
});

async function answer({ file, end }: HashRequest): Promise<void> {
  sums ??= createPrefixSums(file);
  let reply: HashReply;
  try {
    reply = { sum: await sums(end) };
  } catch (error) {
    reply = { error: String(error) };
  }
  postMessage(reply);
}
