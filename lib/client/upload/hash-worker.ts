import type { HashReply, HashRequest } from "./file-hasher";
import { createSums } from "./hash-file";

let sums: ReturnType<typeof createSums> | null = null;
let line: Promise<void> = Promise.resolve();

/** One after the other: the sum of the whole grows in order. */
addEventListener("message", ({ data }: MessageEvent<HashRequest>) => {
  line = line.then(() => answer(data));
});

async function answer({ id, file, start, end }: HashRequest): Promise<void> {
  sums ??= createSums(file);
  let reply: HashReply;
  try {
    reply = { id, ...(await sums(start, end)) };
  } catch (error) {
    reply = { id, error: String(error) };
  }
  postMessage(reply);
}
