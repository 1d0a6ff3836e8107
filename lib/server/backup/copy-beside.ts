import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import { threadFile } from "@/lib/server/base/thread-file";
import type { DatabaseCopy } from "@/lib/server/db/backup/copy-database";
import type { CopyReply } from "./copy-worker";

/** Copies the database in a thread: SQLite would hold up everything else meanwhile. Throws request/cancelled. */
export async function copyBeside(job: DatabaseCopy, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(threadFile(import.meta.url, "copy-worker"), { workerData: job, execArgv: [] });
  const stop = new AbortController();
  try {
    await new Promise<CopyReply>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without a reply")));
      signal.addEventListener("abort", () => reject(new AppError("request/cancelled")), { signal: stop.signal });
    });
  } finally {
    stop.abort();
    await worker.terminate();
  }
}
