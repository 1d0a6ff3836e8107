// The thread of stat-thread.ts.
import { parentPort } from "node:worker_threads";
import { factsPerName, openStatChildren } from "@/lib/server/storage/local/sys/stat-children";

export type StatQuestion = { id: number; folderFd: number; names: readonly string[] };
export type StatReply = { id: number } & ({ facts: Float64Array } | { failure: { message: string; code: string } });

const statChildren = await openStatChildren();

parentPort?.on("message", ({ id, folderFd, names }: StatQuestion) => {
  try {
    const facts = new Float64Array(names.length * factsPerName);
    statChildren(folderFd, names, facts);
    parentPort?.postMessage({ id, facts } satisfies StatReply, [facts.buffer]);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "EIO";
    const failure = { message: error instanceof Error ? error.message : String(error), code };
    parentPort?.postMessage({ id, failure } satisfies StatReply);
  }
});
