import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Session } from "../../e2e/support/api-client";
import type { Filedeck } from "../../e2e/support/start-filedeck";
import { memoryMb, resetPeak } from "./measure";
import { atMost, report } from "./report";

/** No input of others keeps anybody waiting longer: nine of ten, and the rest as far as the server's main thread is why. */
const mostMs = 200;
const everyMs = 25;

/**
 * Runs attacks while somebody else lists a small folder, `small` in the files, again and again, and tells how long that took. `wanted`: only the attacks whose names
 * have this word.
 */
export function createDisturbance(server: Filedeck, { other, wanted }: { other: Session; wanted: string }) {
  return async function disturb(name: string, run: () => Promise<unknown>): Promise<void> {
    if (!name.includes(wanted)) return;
    const { now } = memoryMb(server.pid);
    resetPeak(server.pid);
    const stop = askAgain(server, other);
    const said = await run();
    const times = await stop();
    const sorted = times.map(({ waitedMs }) => waitedMs).toSorted((a, b) => a - b);
    const [p95, most] = [sorted[Math.floor(sorted.length * 0.95)] ?? Infinity, sorted.at(-1) ?? Infinity];
    const work = Math.max(...times.map(({ workMs }) => workMs));
    const more = memoryMb(server.pid).peak - now;
    report(
      name,
      `others p95 ${p95.toFixed(0)} ms, at most ${most.toFixed(0)} ms (main thread ${work.toFixed(0)}), +${more.toFixed(0)} MB`,
      atMost(p95, mostMs, " ms"),
      atMost(work, mostMs, " ms"),
    );
    if (said !== undefined) console.log(`  ${JSON.stringify(said)}`);
  };
}

/** How long one answer took, and for how long of that the server's main thread was at work. */
type Asked = { waitedMs: number; workMs: number };

/** From a thread of its own. Call the result to end it, and for the times in ms. */
function askAgain({ url, pid }: Filedeck, { cookie, token }: Session): () => Promise<Asked[]> {
  const worker = new Worker(new URL("./ask-again.mjs", import.meta.url), {
    workerData: { url: `${url}/api/file/files/small`, headers: { cookie, authorization: token }, everyMs, pid },
    execArgv: [],
  });
  return async () => {
    const told = once(worker, "message");
    worker.postMessage("over");
    const [times] = (await told) as [Asked[]]; // as the thread sends it
    return times;
  };
}
