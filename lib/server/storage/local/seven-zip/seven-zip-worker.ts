// The thread of run-seven-zip.ts: one job, then it is ended.
import { readSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { attributesOf, errno, fileMode, folderMode, seekTo, type EmscriptenFs, type FsStream } from "./emscripten";
import { loadSevenZip } from "./load-seven-zip";
import { maxAheadBytes, sharedFlags } from "./shared-flags";

export type SevenZipJob = {
  args: readonly string[];
  /** The archive: a descriptor that stays open until the thread has ended. */
  fd: number;
  sizeBytes: number;
  /** Names for `-i@/names`. */
  names: string | null;
  /** What goes to the first output is a list and not content. */
  isListing: boolean;
  shared: SharedArrayBuffer;
};
/** A line that 7-Zip says, or bytes that it unpacked, in their order. */
export type Piece = string | Uint8Array;
export type SevenZipReply = { pieces: Piece[] } | { exit: number };

const batchBytes = 262_144;
const batchPieces = 1_000;
const batchMs = 100;

const { args, fd, sizeBytes, names, isListing, shared } = workerData as SevenZipJob; // given by run-seven-zip.ts
const flags = new Int32Array(shared);
const beat = () => Atomics.add(flags, sharedFlags.beat, 1);

let pieces: Piece[] = [];
let gatheredBytes = 0;
let sentMs = performance.now();
let line = "";
const decoder = new TextDecoder();

function flush(): void {
  if (pieces.length === 0) return;
  const owned = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.buffer as ArrayBuffer])); // made by slice
  Atomics.add(flags, sharedFlags.ahead, gatheredBytes);
  parentPort?.postMessage({ pieces } satisfies SevenZipReply, owned);
  [pieces, gatheredBytes, sentMs] = [[], 0, performance.now()];
  for (
    let ahead = Atomics.load(flags, sharedFlags.ahead);
    ahead > maxAheadBytes;
    ahead = Atomics.load(flags, sharedFlags.ahead)
  )
    Atomics.wait(flags, sharedFlags.ahead, ahead);
}

function put(piece: Piece): void {
  beat();
  pieces.push(piece);
  gatheredBytes += piece.length;
  if (gatheredBytes >= batchBytes || pieces.length >= batchPieces || performance.now() > sentMs + batchMs) flush();
}

function say(bytes: Uint8Array): void {
  const lines = (line + decoder.decode(bytes, { stream: true })).split("\n");
  line = lines.pop() ?? "";
  for (const one of lines) put(one);
}

/** What is written to a number arrives here, in pieces as 7-Zip writes them. */
function redirect(FS: EmscriptenFs, number: 1 | 2, onBytes: (bytes: Uint8Array) => void): void {
  const device = FS.makedev(70 + number, 0);
  FS.registerDevice(device, {
    open: (stream: FsStream) => {
      stream.seekable = false;
    },
    close: () => {},
    write: (_: FsStream, memory: Int8Array, offset: number, length: number) => {
      onBytes(new Uint8Array(memory.buffer, memory.byteOffset + offset, length).slice());
      return length;
    },
  });
  FS.mkdev(`/dev/own${number}`, 0o666, device);
  FS.close(FS.getStream(number));
  FS.open(`/dev/own${number}`, "w");
}

/** A folder with the one file `archive`; reads go to the descriptor. */
function mountArchive(FS: EmscriptenFs): void {
  const nodeOps = (size: number) => ({ getattr: (node: FsStream["node"]) => attributesOf(node, { size }) });
  const file = {
    read: (_: FsStream, memory: Uint8Array, offset: number, length: number, position: number) => {
      beat();
      const wanted = Math.min(length, Math.max(0, sizeBytes - position));
      try {
        return wanted === 0 ? 0 : readSync(fd, memory, offset, wanted, position);
      } catch {
        throw new FS.ErrnoError(errno.io);
      }
    },
    llseek: (stream: FsStream, offset: number, whence: number) => seekTo(stream, sizeBytes, offset, whence),
  };
  const mount = () => {
    const root = FS.createNode(null, "/", folderMode | 0o555, 0);
    root.node_ops = {
      ...nodeOps(0),
      // Volumes of a set are asked for by name as well: there are none.
      lookup: (parent: FsStream["node"], name: string) => {
        if (name !== "archive") throw new FS.ErrnoError(errno.missing);
        const node = FS.createNode(parent, name, fileMode | 0o444, 0);
        node.node_ops = nodeOps(sizeBytes);
        node.stream_ops = file;
        return node;
      },
      readdir: () => [".", "..", "archive"],
    };
    root.stream_ops = {};
    return root;
  };
  FS.mkdir("/in");
  FS.mount({ mount }, {}, "/in");
}

const { FS, callMain } = await loadSevenZip();
mountArchive(FS);
if (names !== null) FS.writeFile("/names", new TextEncoder().encode(names));
redirect(FS, 1, isListing ? say : put);
redirect(FS, 2, say);
let exit = 0;
try {
  exit = callMain([...args]) ?? 0;
} catch (error) {
  // ExitStatus has the code; C++ exceptions that nobody caught are numbers.
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : null;
  exit = typeof status === "number" ? status : 255;
}
if (line !== "") put(line);
flush();
parentPort?.postMessage({ exit } satisfies SevenZipReply);
