import { readdirSync, readlinkSync } from "node:fs";

/**
 * For tests: how many descriptors of this process lead to what begins so, a folder's path or `socket:`. Those to paths that are too long to be told
 * count with any folder.
 */
export function openDescriptors(prefix: string): number {
  return readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(prefix);
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "ENAMETOOLONG"; // else closed meanwhile
    }
  }).length;
}
