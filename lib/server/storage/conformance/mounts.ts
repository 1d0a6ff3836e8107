import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A mount for one test; `unmount` takes the mount away, or first another one that shows it elsewhere. */
export type Mount = {
  path: string;
  run: (command: string, ...args: string[]) => void;
  unmount: (elsewhere?: string) => void;
};

/**
 * A tmpfs of its own (`8m`, or with more options `8m,nr_inodes=100`), or the reason why there is none (not root, no right to mount): a test that needs it skips with that
 * reason instead of passing.
 */
export function tryTmpfs(options: string): Mount | { reason: string } {
  const target = realpathSync(mkdtempSync(path.join(tmpdir(), "mount-")));
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${options}`, "none", target);
  } catch (error) {
    rmdirSync(target);
    return { reason: `cannot mount a tmpfs: ${error instanceof Error ? error.message : String(error)}` };
  }
  return {
    path: target,
    run,
    unmount(elsewhere) {
      unmountOnceIdle(elsewhere ?? target);
      if (elsewhere === undefined) rmdirSync(target);
    },
  };
}

/** Shows a folder of the machine at an empty one for one test, or says why not. */
export function tryBind(source: string, target: string): Pick<Mount, "unmount"> | { reason: string } {
  mkdirSync(target);
  try {
    run("mount", "--bind", source, target);
  } catch (error) {
    rmdirSync(target);
    return { reason: `cannot bind ${source}: ${error instanceof Error ? error.message : String(error)}` };
  }
  return { unmount: () => unmountOnceIdle(target) };
}

/** A server that just listed the folder holds it for a moment longer. */
function unmountOnceIdle(target: string): void {
  for (let triesLeft = 30; ; triesLeft--) {
    try {
      return run("umount", target);
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes("busy")) throw error;
      run("sleep", "0.1");
    }
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: "pipe" });
}
