import { closeSync } from "node:fs";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import type * as Koffi from "koffi";

const closeOnExec = 0o2000000;

type Pipe = {
  /** What was written. It closes when the last one who could write has gone. */
  reader: Socket;
  /** A descriptor, for programs that are started; closed by {@link Pipe.close}. */
  writer: number;
  close: () => void;
};

let loaded: ((fds: Int32Array, flags: number) => number) | null = null;

/** A pipe(7). What Node makes for children are sockets, which have no name in /dev, and one for each kind of output, so that their order is lost. */
export function openPipe(): Pipe {
  loaded ??= (createRequire(import.meta.url)("koffi") as typeof Koffi) // its own types
    .load(null)
    .func("int pipe2(_Out_ int *fds, int flags)") as (fds: Int32Array, flags: number) => number; // as C declares it
  const fds = new Int32Array(2);
  if (loaded(fds, closeOnExec) < 0) throw new Error("no descriptor left");
  const [from = -1, writer = -1] = fds;
  let isOpen = true;
  return {
    reader: new Socket({ fd: from, readable: true, writable: false }),
    writer,
    close() {
      if (isOpen) closeSync(writer);
      isOpen = false;
    },
  };
}
