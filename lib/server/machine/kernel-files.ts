import { closeSync, openSync, readSync } from "node:fs";

/** Longer ones, such as the interrupts of a hundred processors, are read in pieces. */
const pieceBytes = 65_536;

/**
 * Reads files of /proc again and again: each is opened once, and what it tells is made by the kernel in memory, so that a read takes
 * less than the way to libuv's threads and back.
 */
export function createKernelFiles() {
  const open = new Map<string, number>();
  const buffer = Buffer.allocUnsafe(pieceBytes);

  function descriptorOf(file: string): number {
    const known = open.get(file);
    if (known !== undefined) return known;
    const made = openSync(file, "r");
    open.set(file, made);
    return made;
  }

  return {
    /** The whole text; null where there is no such file, or no right to it. */
    read(file: string): string | null {
      try {
        const descriptor = descriptorOf(file);
        let text = "";
        for (let at = 0; ;) {
          const bytes = readSync(descriptor, buffer, 0, buffer.length, at);
          if (bytes === 0) return text;
          text += buffer.toString("latin1", 0, bytes);
          at += bytes;
        }
      } catch {
        return null;
      }
    },
    close(): void {
      for (const descriptor of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}

export type KernelFiles = ReturnType<typeof createKernelFiles>;
