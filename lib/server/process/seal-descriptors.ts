import { createRequire } from "node:module";
import type * as Koffi from "koffi";

/** From linux/close_range.h: keeps them open here, and closes them where another program begins. */
const closeOnExec = 4;
const firstOfOurs = 3;
const last = 0xffff_ffff;

let seal: (() => void) | null = null;

/**
 * Marks all that this process has open as its own alone: a program that it becomes, or starts, gets none of it. Node does so with what it opens
 * itself, but not with what it was started with. Does nothing where the system cannot (Linux before 5.11).
 */
export function sealDescriptors(): void {
  seal ??= load();
  seal();
}

function load(): () => void {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    const closeRange = koffi.load(null).func("int close_range(unsigned int, unsigned int, int)");
    return () => void closeRange(firstOfOurs, last, closeOnExec);
  } catch {
    return () => {};
  }
}
