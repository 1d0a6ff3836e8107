import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { makePipe } from "./make-pipe";

type Pipe = {
  /** What was written. It closes when the last one who could write has gone. */
  reader: Socket;
  /** A descriptor, for programs that are started; closed by {@link Pipe.close}. */
  writer: number;
  close: () => void;
};

/** One pipe for all that a program says: with one for each kind of output their order is lost. */
export function openPipe(): Pipe {
  const { reader, writer } = makePipe();
  let isOpen = true;
  return {
    reader: new Socket({ fd: reader, readable: true, writable: false }),
    writer,
    close() {
      if (isOpen) closeSync(writer);
      isOpen = false;
    },
  };
}
