import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Koffi from "koffi";

const newMounts = 0x20000; // CLONE_NEWNS
const ownPlace = 0x200; // CLONE_FS

/**
 * Has this process' first thread see mounts of its own, with the container's file of its own name where a container has it: by that Filedeck knows which one it runs in. Gives
 * back what undoes it.
 */
export function standIn(hostnamePath: string): () => void {
  const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
  const library = koffi.load(null);
  const unshare = library.func("int unshare(int)");
  const setns = library.func("int setns(int, int)");
  const before = openSync("/proc/self/ns/mnt", "r");
  const folder = process.cwd();
  const back = () => {
    // A thread that began meanwhile shares it, and whoever shares it stays in its mounts.
    unshare(ownPlace);
    const outcome: unknown = setns(before, newMounts);
    closeSync(before);
    if (outcome !== 0) throw new Error("the mounts of before are not there any more");
    process.chdir(folder); // who enters them is at their top
  };
  if (unshare(newMounts) !== 0) throw new Error("no mounts of its own");
  try {
    execFileSync("mount", ["--make-rprivate", "/"]);
    execFileSync("mount", ["--bind", hostnamePath, "/etc/hostname"]);
  } catch (error) {
    back();
    throw error;
  }
  return back;
}
