import { createRequire } from "node:module";
import type Koffi from "koffi";

const firstMs = 8_000;
const everyMs = 60_000;
/** Less is not worth the call. */
const worthBytes = 8_000_000;

type Trim = { async: (padBytes: number, done: (error: unknown, result: number) => void) => void };

/**
 * glibc keeps what was freed for later, tens of megabytes after the start and after each busy time: now and then it gives them back, on a thread
 * (malloc_trim(3), some milliseconds). Where there is no such call nothing happens. Ends with the signal.
 */
export function giveBackMemory(signal: AbortSignal): void {
  let leastBytes = 0;
  const look = async () => {
    const grown = process.memoryUsage.rss() - leastBytes;
    if (grown < worthBytes || !(await trim())) return;
    leastBytes = process.memoryUsage.rss();
  };
  const run = () => void look(); // trim does not reject
  const first = setTimeout(run, firstMs).unref();
  const every = setInterval(run, everyMs).unref();
  signal.addEventListener("abort", () => {
    clearTimeout(first);
    clearInterval(every);
  });
}

let loaded: Trim | null | undefined;

/** Whether the C library has been asked. */
export function trim(): Promise<boolean> {
  const call = (loaded ??= load());
  if (call === null) return Promise.resolve(false);
  return new Promise((resolve) => call.async(0, (error) => resolve(error === null)));
}

function load(): Trim | null {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    return koffi.load(null).func("int malloc_trim(size_t)") as Trim; // as C declares it
  } catch {
    return null; // musl, or no build for this platform
  }
}
