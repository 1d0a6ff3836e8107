// The thread of read-facts.ts: one text after the other, each with a reply.
import { parentPort } from "node:worker_threads";
import { factsOf, type ComposeFacts } from "./compose-facts";

/** Null for a text that is no YAML. */
export type FactsReply = ComposeFacts | null;

parentPort?.on("message", (text: string) => {
  let facts: FactsReply = null;
  try {
    facts = factsOf(text);
  } catch {
    // No YAML, or nested too deep: nothing is known of it.
  }
  parentPort?.postMessage(facts);
});
