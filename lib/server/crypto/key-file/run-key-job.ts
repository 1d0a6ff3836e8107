import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { threadFile } from "@/lib/server/base/thread-file";
import { createTurns } from "@/lib/server/base/turns";
import type { KeyJob, KeyReply, OpenedKey } from "./key-worker";

const turns = createTurns(limits.keyJobs.turns);

/**
 * Makes or opens a key in a thread: passphrases of OpenSSH cost half a second and more of plain JavaScript, and a file says itself how much.
 * Throws crypto/*, request/busy, request/overloaded and request/cancelled.
 */
export async function runKeyJob(job: KeyJob, holder: string, signal: AbortSignal): Promise<OpenedKey> {
  const leave = await turns(holder, signal);
  const worker = new Worker(threadFile(import.meta.url, "key-worker"), {
    workerData: job,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 },
  });
  try {
    const reply = await replyOf(worker, signal);
    if ("refused" in reply) throw new AppError(reply.refused);
    return reply.opened;
  } finally {
    await worker.terminate();
    leave();
  }
}

function replyOf(worker: Worker, signal: AbortSignal): Promise<KeyReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError("crypto/slow")), limits.keyJobs.maxMs);
    const stop = () => reject(new AppError("request/cancelled"));
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      reject(new Error("the thread ended without a reply"));
    });
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
