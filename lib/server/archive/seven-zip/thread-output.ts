import { parentPort } from "node:worker_threads";
import type { EmscriptenFs, FsStream } from "./emscripten";
import type { Piece, SevenZipReply } from "./seven-zip-worker";
import { maxAheadBytes, sharedFlags } from "./shared-flags";

const batchBytes = 262_144;
const batchPieces = 1_000;
const batchMs = 100;

export type ThreadOutput = ReturnType<typeof createOutput>;

/** Hands over what 7-Zip says and makes, in its order; sleeps while too much waits to be taken. */
export function createOutput(flags: Int32Array) {
  let pieces: Piece[] = [];
  let gatheredBytes = 0;
  let sentMs = performance.now();
  let line = "";
  const decoder = new TextDecoder();
  const beat = () => Atomics.add(flags, sharedFlags.beat, 1);

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

  const say = (bytes: Uint8Array): void => {
    const lines = (line + decoder.decode(bytes, { stream: true })).split("\n");
    line = lines.pop() ?? "";
    for (const one of lines) put(one);
  };

  /** At the end: what had no line's end, and everything that waits. */
  const end = (): void => {
    if (line !== "") put(line);
    flush();
  };

  return { beat, put, say, end };
}

/** Of the heap that 7-Zip writes from, which it uses again. */
export function copyOf(memory: Int8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, memory.byteOffset + offset, length).slice();
}

/** What is written to a number arrives here, in pieces as 7-Zip writes them. */
export function redirect(FS: EmscriptenFs, number: 1 | 2, onBytes: (bytes: Uint8Array) => void): void {
  const device = FS.makedev(70 + number, 0);
  FS.registerDevice(device, {
    open: (stream: FsStream) => {
      stream.seekable = false;
    },
    close: () => {},
    write: (_: FsStream, memory: Int8Array, offset: number, length: number) => {
      onBytes(copyOf(memory, offset, length));
      return length;
    },
  });
  FS.mkdev(`/dev/own${number}`, 0o666, device);
  FS.close(FS.getStream(number));
  FS.open(`/dev/own${number}`, "w");
}
