import { createRequire } from "node:module";
import type * as Koffi from "koffi";

/**
 * From now on an end of this process does not wait for its threads. Node does, for each: one that is in the kernel, where a file system or another process
 * does not answer, would keep it until somebody kills it. Listeners of `exit` that are there already are heard.
 */
export function exitWithoutThreads(): void {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    const exit = koffi.load(null).func("void _exit(int)");
    process.once("exit", (code) => void exit(code));
  } catch {
    // No build for this platform: whoever stops it kills it after a while.
  }
}
