import { createRequire } from "node:module";
import type * as Koffi from "koffi";

const closeOnExec = 0o2000000;

let loaded: ((fds: Int32Array, flags: number) => number) | null = null;

/** The two descriptors of a pipe(7), which no program inherits. What Node makes for children are sockets, which have no name in /dev. */
export function makePipe(): { reader: number; writer: number } {
  loaded ??= (createRequire(import.meta.url)("koffi") as typeof Koffi) // its own types
    .load(null)
    .func("int pipe2(_Out_ int *fds, int flags)") as (fds: Int32Array, flags: number) => number; // as C declares it
  const fds = new Int32Array(2);
  if (loaded(fds, closeOnExec) < 0) throw new Error("no descriptor left");
  const [reader = -1, writer = -1] = fds;
  return { reader, writer };
}
