/** `tried` of about `expected` hashes; then the proof, or the failure. */
export type ProofReply = { tried: number } | { proof: string } | { error: string };
export type ProofRequest = { challenge: string; difficulty: number };

type Solving = { signal: AbortSignal; onTried: (tried: number) => void };

/** Works in a thread of its own: the page stays smooth. Throws when it is stopped, or where threads or WebAssembly are missing. */
export function solveProof(request: ProofRequest, { signal, onTried }: Solving): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<ProofReply>) => {
      if ("tried" in data) onTried(data.tried);
      else if ("proof" in data) resolve(data.proof);
      else reject(new Error(data.error));
    });
    worker.addEventListener("error", () => reject(new Error("the proof's worker failed")));
    signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    worker.postMessage(request);
  });
  return solved.finally(() => worker.terminate());
}
