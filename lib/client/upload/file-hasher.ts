/** SHA-256 of parts of a file and of all of it. */
export type FileHasher = {
  /** The sum of the bytes from `start` to `end`, and of the whole file once `end` is its end. Base64 and hex. */
  digest: (start: number, end: number) => Promise<{ part: string; whole: string | null }>;
  close: () => void;
};

export type HashRequest = { id: number; file: Blob; start: number; end: number };
export type HashReply = { id: number; part: string; whole: string | null } | { id: number; error: string };

/** In a thread of its own: the page stays smooth. Throws when the file cannot be read any more. */
export function createFileHasher(file: Blob): FileHasher {
  const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve: (reply: HashReply) => void; reject: (error: Error) => void }>();
  let nextId = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<HashReply>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Error("the hash worker failed"));
    waiting.clear();
  });
  return {
    async digest(start, end) {
      const id = nextId++;
      const reply = await new Promise<HashReply>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const request: HashRequest = { id, file, start, end };
        worker.postMessage(request);
      });
      if ("error" in reply) throw new Error(reply.error);
      return { part: reply.part, whole: reply.whole };
    },
    close: () => worker.terminate(),
  };
}
