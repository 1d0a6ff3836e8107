import { close, readSync, write } from "node:fs";
import { createRequire } from "node:module";
import type * as Koffi from "koffi";
import { sealDescriptors } from "./seal-descriptors";

const retryMs = 10;
const [pieceBytes, maxPieces] = [16 * 1024, 64];

export type PtyWriter = {
  write: (bytes: Buffer) => void;
  /** Bytes that the program has not made room for. */
  backlog: () => number;
  /** What the program has said and nobody has read, once it has ended. */
  drain: () => Buffer;
  /** Forgets what waits. */
  close: () => void;
};

let loadedDup: ((fd: number) => number) | null = null;

/** A second descriptor of the same file. */
function duplicate(fd: number): number {
  const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
  loadedDup ??= koffi.load(null).func("int dup(int)") as (fd: number) => number; // as C declares it
  const copy = loadedDup(fd);
  if (copy < 0) throw new Error("no descriptor left");
  // Not for programs that are started later.
  sealDescriptors();
  return copy;
}

/**
 * Writes to a pseudo-terminal through a descriptor of its own. node-pty's queue asks again and again, in every turn, while a program reads nothing, and may
 * go on with a number that is another file's by then, for the terminal closes first.
 */
export function createPtyWriter(terminalFd: number): PtyWriter {
  const fd = duplicate(terminalFd);
  let queue: Buffer[] = [];
  let isWriting = false;
  let isOver = false;

  function go(): void {
    const [next] = queue;
    if (next === undefined || isWriting || isOver) return;
    isWriting = true;
    write(fd, next, (error, written) => {
      isWriting = false;
      if (isOver) close(fd, () => {}); // nothing was waiting for it
      else if (error === null) {
        if (written < next.length) queue[0] = next.subarray(written);
        else queue.shift();
        go();
      } else if (error.code === "EAGAIN") setTimeout(go, retryMs).unref();
      else queue = []; // the program has ended
    });
  }

  return {
    write(bytes) {
      if (isOver || bytes.length === 0) return;
      queue.push(bytes);
      go();
    },
    backlog: () => queue.reduce((sum, { length }) => sum + length, 0),
    drain() {
      const pieces: Buffer[] = [];
      if (isOver) return Buffer.alloc(0);
      // The kernel keeps far less.
      while (pieces.length < maxPieces) {
        const piece = Buffer.alloc(pieceBytes);
        const length = readOr0(fd, piece);
        if (length === 0) break;
        pieces.push(piece.subarray(0, length));
      }
      return Buffer.concat(pieces);
    },
    close() {
      if (isOver) return;
      isOver = true;
      queue = [];
      if (!isWriting) close(fd, () => {}); // as above
    },
  };
}

/** It does not wait: EAGAIN where there is nothing, EIO where nobody is at the other end. */
function readOr0(fd: number, piece: Buffer): number {
  try {
    return readSync(fd, piece);
  } catch {
    return 0;
  }
}
