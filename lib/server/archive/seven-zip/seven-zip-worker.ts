// The thread of run-seven-zip.ts: one job, then it is ended.
import { parentPort, workerData } from "node:worker_threads";
import { loadSevenZip } from "./load-seven-zip";
import { mountArchive } from "./mount-archive";
import { mountOutput, mountTree, type Descriptors, type TreeEntry } from "./mount-tree";
import { sharedFlags } from "./shared-flags";
import { createOutput, redirect } from "./thread-output";

export type SevenZipTask =
  /** The archive: a descriptor that stays open until the thread has ended; `names` are for `-i@/names`. */
  | { kind: "read"; fd: number; sizeBytes: number; names: string | null; isListing: boolean }
  /** Into /out/archive. */
  | { kind: "pack"; entries: readonly TreeEntry[] };
export type SevenZipJob = { args: readonly string[]; task: SevenZipTask; shared: SharedArrayBuffer };
/** A line that 7-Zip says, or bytes that it made, in their order. */
export type Piece = string | Uint8Array;
export type SevenZipReply =
  | { pieces: Piece[] }
  /** Goes over the first bytes of what was made. */
  | { head: Uint8Array }
  | { open: number }
  | { close: number; endAt: number }
  | { exit: number };

const { args, task, shared } = workerData as SevenZipJob; // given by run-seven-zip.ts
const flags = new Int32Array(shared);
const output = createOutput(flags);
const reply = (message: SevenZipReply) => parentPort?.postMessage(message);

const descriptors: Descriptors = {
  open: (index) => {
    // In its place among what was made: the other side tells from it how far we are.
    output.beat();
    Atomics.store(flags, sharedFlags.descriptor, 0);
    reply({ open: index });
    // The call that wakes for an answer may come when that answer was seen already, and this is the next question.
    let answer = 0;
    while (answer === 0) {
      Atomics.wait(flags, sharedFlags.descriptor, 0);
      answer = Atomics.load(flags, sharedFlags.descriptor);
    }
    return answer < 0 ? null : answer - 1;
  },
  close: (index, endAt) => reply({ close: index, endAt }),
};

let unreported = 0;
function noteRead(readBytes: number): void {
  output.beat();
  unreported += readBytes;
  Atomics.add(flags, sharedFlags.readKib, unreported >>> 10);
  unreported &= 1023;
}

const { FS, callMain } = await loadSevenZip();
if (task.kind === "read") {
  mountArchive(FS, { ...task, onRead: noteRead });
  if (task.names !== null) FS.writeFile("/names", new TextEncoder().encode(task.names));
} else {
  mountTree(FS, task.entries, { descriptors, onRead: noteRead });
  mountOutput(FS, { put: output.put, onHead: (head) => reply({ head }) });
  FS.chdir("/in");
}
redirect(FS, 1, task.kind === "read" && !task.isListing ? output.put : output.say);
redirect(FS, 2, output.say);
let exit = 0;
try {
  exit = callMain([...args]) ?? 0;
} catch (error) {
  // ExitStatus has the code; C++ exceptions that nobody caught are numbers.
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : null;
  exit = typeof status === "number" ? status : 255;
}
output.end();
reply({ exit });
