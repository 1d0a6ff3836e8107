import { statSync } from "node:fs";

/**
 * Which process has a number now: the inode of its folder, that no later one with its number has, and which the kernel tells without waiting for it.
 * The same process has another one after the kernel has forgotten the folder for want of memory. Null where there is none.
 */
export function entryOf(pid: number): number | null {
  try {
    return statSync(`/proc/${pid}`).ino;
  } catch {
    return null; // it has ended
  }
}
