import { closeSync, openSync, readSync } from "node:fs";

const shared = Buffer.allocUnsafe(64 * 1024);

/**
 * A file of /proc or /sys, up to 64 KiB of it, as text of bytes; null where there is none, or it may not be read. The kernel makes it while it is read,
 * and no disk is asked: that takes some ten microseconds, less than a thread would. What it says of another process may have to wait for that process: such
 * files are read by a thread of their own (processes/visiting.ts) but for `status`, `statm`, `comm`, and `cgroup`.
 */
export function readProc(path: string, encoding: "latin1" | "utf8" = "latin1"): string | null {
  try {
    const descriptor = openSync(path, "r");
    try {
      const length = readSync(descriptor, shared, 0, shared.length, 0);
      return shared.toString(encoding, 0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
