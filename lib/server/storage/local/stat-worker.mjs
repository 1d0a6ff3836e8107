// The thread of stat-thread.ts. Plain JavaScript, for it runs as it is: here, and copied beside the bundle.
import { lstatSync } from "node:fs";
import { parentPort } from "node:worker_threads";

const options = { throwIfNoEntry: false };
const nonAscii = /[\u0080-\uffff]/;

parentPort.on("message", ({ id, folder, names }) => {
  try {
    const facts = new Float64Array(names.length * 3);
    for (const [index, name] of names.entries()) {
      const path = `${folder}/${name}`;
      const stats = lstatSync(nonAscii.test(name) ? Buffer.from(path, "latin1") : path, options);
      facts.set(stats === undefined ? [-1, 0, 0] : [stats.mode, stats.size, stats.mtimeMs], index * 3);
    }
    parentPort.postMessage({ id, facts }, [facts.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, failure: { message: error.message, code: error.code } });
  }
});
