import { parentPort, workerData } from "node:worker_threads";
import { copyDatabase, type DatabaseCopy } from "@/lib/server/db/backup/copy-database";

export type CopyReply = "done";

const job = workerData as DatabaseCopy; // of copy-beside.ts
await copyDatabase(job);
parentPort?.postMessage("done" satisfies CopyReply);
