// A thread that asks for an address again and again, and tells how long each answer took: whoever attacks meanwhile holds up its own thread. With each how long the server's main
// thread was at work until then: where a machine is busy with other things, what it waited is not all the server's doing.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers, everyMs, pid } = workerData;
const workedMs = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
const times = [];
const over = new AbortController();
parentPort.once("message", () => over.abort());
// Few answers tell little.
while (!over.signal.aborted || times.length < 40) {
  const [begunMs, workBefore] = [performance.now(), workedMs()];
  const response = await fetch(url, { headers });
  await response.text();
  const waitedMs = response.status === 200 ? performance.now() - begunMs : Infinity;
  times.push({ waitedMs, workMs: waitedMs === Infinity ? Infinity : workedMs() - workBefore });
  await pause(everyMs);
}
parentPort.postMessage(times);
