// The thread of process-threads.ts.
import { parentPort, workerData } from "node:worker_threads";
import { processJobs, type ProcessJobs } from "./process-jobs";
import { beginVisits, endVisits, type SlowVisit } from "./visiting";

type Kind = keyof ProcessJobs;
export type ProcessQuestion<K extends Kind = Kind> = {
  kind: K;
  input: ProcessJobs[K]["input"];
  held: ReadonlySet<number>;
  patienceMs: number;
};
/** Those that were slow are told before the answer. */
export type ProcessReply = { output: ProcessJobs[Kind]["output"] } | { failure: string } | { slow: SlowVisit };

const progress = new Int32Array(workerData as SharedArrayBuffer); // as process-threads.ts gives it
const tell = (reply: ProcessReply) => parentPort?.postMessage(reply);

parentPort?.on("message", ({ kind, input, held, patienceMs }: ProcessQuestion) => {
  beginVisits({ progress, held, patienceMs, onSlow: (slow) => tell({ slow }) });
  tell(answer(kind, input));
});

function answer(kind: Kind, input: ProcessJobs[Kind]["input"]): ProcessReply {
  try {
    const job = processJobs[kind] as (given: typeof input) => ProcessJobs[Kind]["output"]; // of the same kind
    return { output: job(input) };
  } catch (error) {
    return { failure: String(error) };
  } finally {
    endVisits();
  }
}
