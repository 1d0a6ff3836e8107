import { Worker } from "node:worker_threads";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { threadFile } from "@/lib/server/base/thread-file";
import type { FactsReply } from "./facts-worker";

let last: Promise<unknown> = Promise.resolve();

/**
 * What these Compose files name, each read in a thread with bounds; null for one that is no YAML, or takes longer. One call after the other: a hundred
 * stacks cost one thread.
 */
export function readFacts(texts: readonly string[]): Promise<FactsReply[]> {
  const read = last.then(() => readAll(texts));
  last = read.catch(() => {});
  return read;
}

async function readAll(texts: readonly string[]): Promise<FactsReply[]> {
  const found: FactsReply[] = [];
  let worker: Worker | null = null;
  for (const text of texts) {
    if (text.length > limits.composeFacts.maxChars) {
      found.push(null);
      continue;
    }
    worker ??= startWorker();
    const facts = await askOnce(worker, text);
    if (facts === "ended") {
      await worker.terminate();
      worker = null;
    }
    found.push(facts === "ended" ? null : facts);
  }
  await worker?.terminate();
  return found;
}

function startWorker(): Worker {
  const { maxYoungGenerationSizeMb, maxOldGenerationSizeMb } = limits.composeFacts;
  const worker = new Worker(threadFile(import.meta.url, "facts-worker"), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb },
  });
  // It ends by that, which is what is waited for.
  worker.on("error", () => {});
  return worker;
}

/** `ended`: the thread is of no more use. */
function askOnce(worker: Worker, text: string): Promise<FactsReply | "ended"> {
  return new Promise((resolve) => {
    const end = (facts: FactsReply | "ended") => {
      clearTimeout(timer);
      // One by one: without all of its listeners a worker hears nothing more.
      worker.off("message", end);
      worker.off("exit", stop);
      resolve(facts);
    };
    const stop = () => end("ended");
    const timer = setTimeout(stop, patient(limits.composeFacts.maxMs));
    worker.once("message", end);
    worker.once("exit", stop);
    worker.postMessage(text);
  });
}
