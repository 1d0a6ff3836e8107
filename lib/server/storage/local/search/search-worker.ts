// The thread of search-threads.ts: one job at a time.
import { parentPort } from "node:worker_threads";
import { failureKey } from "@/lib/server/storage/local/sys/errno";
import type { SearchBatch } from "@/lib/server/storage/search";
import type { ErrorKey } from "@/lib/shared/errors";
import { walkNames, type WalkJob } from "./walk-names";

export type ThreadRequest = { job: WalkJob; shared: SharedArrayBuffer };
export type ThreadReply = { batch: SearchBatch } | { failure: { key: ErrorKey; text: string } } | { done: true };

const port = parentPort;
const reply = (message: ThreadReply) => port?.postMessage(message);

port?.on("message", ({ job, shared }: ThreadRequest) => {
  walkNames(job, new Int32Array(shared), (batch) => reply({ batch }))
    .then(() => reply({ done: true }))
    .catch((error: unknown) => reply({ failure: { key: failureKey(error), text: String(error) } }));
});
