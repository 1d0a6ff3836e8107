// A thread that asks for an address again and again, and tells how long each answer took: whoever attacks meanwhile holds up its own thread.
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers, everyMs } = workerData;
const times = [];
let isOver = false;
parentPort.once("message", () => (isOver = true));
while (!isOver) {
  const begunMs = performance.now();
  const response = await fetch(url, { headers });
  await response.text();
  times.push(response.status === 200 ? performance.now() - begunMs : Infinity);
  await pause(everyMs);
}
parentPort.postMessage(times);
