/** SHA-256 of the beginning of a file; see hash-file.ts. */
export type FileHasher = { sumTo: (end: number) => Promise<string>; close: () => void };

export type HashRequest = { file: Blob; end: number };
export type HashReply = { sum: string } | { error: string };

/** In a thread of its own: the page stays smooth. Throws when the file cannot be read any more. */
export function createFileHasher(file: Blob): FileHasher {
  const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
  // Answers come in the order of the questions.
  const waiting: { resolve: (sum: string) => void; reject: (error: Error) => void }[] = [];
  worker.addEventListener("message", ({ data }: MessageEvent<HashReply>) => {
    const first = waiting.shift();
    if ("sum" in data) first?.resolve(data.sum);
    else first?.reject(new Error(data.error));
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.splice(0)) reject(new Error("the hash worker failed"));
  });
  return {
    sumTo: (end) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        const request: HashRequest = { file, end };
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}
