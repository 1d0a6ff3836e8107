// The thread of stat-thread.ts. Plain JavaScript, for it runs as it is: here, and copied beside the bundle.
import { lstatSync, readlinkSync } from "node:fs";
import { parentPort } from "node:worker_threads";

const options = { throwIfNoEntry: false };
const nonAscii = /[\u0080-\uffff]/;
// The process's descriptors by the name of this thread: threads that use the same name wait for each other in the kernel.
const descriptors = `/proc/${readlinkSync("/proc/thread-self")}/fd`;

parentPort.on("message", ({ id, folderFd, names }) => {
  try {
    const facts = new Float64Array(names.length * 3);
    for (const [index, name] of names.entries()) {
      const path = `${descriptors}/${folderFd}/${name}`;
      const stats = lstatSync(nonAscii.test(name) ? Buffer.from(path, "latin1") : path, options);
      facts.set(stats === undefined ? [-1, 0, 0] : [stats.mode, stats.size, stats.mtimeMs], index * 3);
    }
    parentPort.postMessage({ id, facts }, [facts.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, failure: { message: error.message, code: error.code } });
  }
});
